//! The progress of a training run on standard error.

use std::time::{Duration, Instant};

use crate::cli::progress_bar::ProgressDisplay;
use crate::eval::nnue::OUTPUT_BUCKETS;
use crate::train::{Losses, SuperbatchStats, TrainEvent};

/// How often progress within a superbatch is printed if standard error is not a terminal.
const PRINT_INTERVAL: Duration = Duration::from_secs(30);

/// Shows the progress over all positions of the run, and a line for each superbatch.
pub(super) struct TrainDisplay {
    pub(super) progress: ProgressDisplay,
    superbatches: u64,
    /// Positions of a superbatch.
    length: u64,
    /// Start of the superbatch. The first one starts with the first batch, once the shuffle buffer is full.
    started: Option<Instant>,
    /// Positions trained on in this superbatch.
    positions: u64,
    /// Superbatches done before this one.
    done: u64,
}

impl TrainDisplay {
    /// The progress of a run of `superbatches`, each of `length` positions.
    pub(super) fn new(superbatches: u64, length: u64) -> TrainDisplay {
        TrainDisplay {
            progress: ProgressDisplay::new(Some(superbatches * length), PRINT_INTERVAL),
            superbatches,
            length,
            started: None,
            positions: 0,
            done: 0,
        }
    }

    fn print_losses(&self, network: &str, losses: &Losses) {
        let losses = validation_losses(losses);
        self.progress.print(&format!("{network}: {losses}"));
    }

    /// Shows an event.
    pub(super) fn show(&mut self, event: &TrainEvent) {
        match event {
            TrainEvent::ValidationLoaded(positions) => {
                self.progress
                    .print(&format!("validation: {positions} positions"));
                self.progress.bar.set_message("reading the games");
            }
            TrainEvent::InitialNetwork(losses) => self.print_losses("initial network", losses),
            TrainEvent::Soup(losses) => self.print_losses("model soup", losses),
            TrainEvent::Resumed(done) => {
                self.progress
                    .print(&format!("resuming after superbatch {done}"));
                self.done = *done;
            }
            TrainEvent::Started => {
                // The time left is that of the training, not of reading the games.
                self.progress.start_at(self.done * self.length);
                self.start_superbatch();
            }
            TrainEvent::Batches { positions, loss } => {
                self.positions += positions;
                self.show_batches(*loss);
            }
            TrainEvent::Superbatch(superbatch) => {
                let line = superbatch_line(superbatch, self.superbatches, self.rate());
                self.progress.print(&line);
                self.done = superbatch.number;
                self.start_superbatch();
            }
        }
    }

    fn show_batches(&mut self, loss: f64) {
        let (positions, rate) = (self.positions, self.rate());
        let (number, all) = (self.done + 1, self.superbatches);
        let message = format!("superbatch {number}/{all}, loss {loss:.6}, {rate:.0} positions/s");
        let line = format!("  {positions} positions, {rate:.0}/s, loss {loss:.6}");
        let position = self.done * self.length + positions;
        self.progress.update(position, &message, &line);
    }

    fn start_superbatch(&mut self) {
        self.started = Some(Instant::now());
        self.positions = 0;
    }

    /// Positions per second in this superbatch.
    pub(super) fn rate(&self) -> f64 {
        let seconds = self
            .started
            .map_or(0.0, |started| started.elapsed().as_secs_f64());
        self.positions as f64 / seconds.max(1e-3)
    }
}

fn superbatch_line(superbatch: &SuperbatchStats, all: u64, rate: f64) -> String {
    format!(
        "superbatch {}/{all}: loss {:.6}, {}, learning rate {:.2e}, epoch {}, {rate:.0} positions/s",
        superbatch.number,
        superbatch.loss,
        validation_losses(&superbatch.validation),
        superbatch.learning_rate,
        superbatch.epochs,
    )
}

fn validation_losses(losses: &Losses) -> String {
    format!(
        "validation {:.6} ({}), of the game results {:.6}",
        losses.mean(),
        bucket_losses(losses),
        losses.result_mean(),
    )
}

fn bucket_losses(losses: &Losses) -> String {
    let loss = |bucket| match losses.counts[bucket] {
        0 => "-".to_owned(),
        _ => format!("{:.4}", losses.bucket_mean(bucket)),
    };
    (0..OUTPUT_BUCKETS).map(loss).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_counts_the_positions_of_the_whole_run() {
        let mut display = TrainDisplay::new(4, 1000);
        assert_eq!(display.progress.bar.length(), Some(4000));
        display.show(&TrainEvent::Resumed(2));
        display.show(&TrainEvent::Started);
        assert_eq!(display.progress.bar.position(), 2000);
        let batches = || TrainEvent::Batches {
            positions: 400,
            loss: 0.05,
        };
        display.show(&batches());
        display.show(&batches());
        assert_eq!(display.progress.bar.position(), 2800);
        assert!(
            display
                .progress
                .bar
                .message()
                .starts_with("superbatch 3/4, loss 0.050000, ")
        );
        display.show(&TrainEvent::Superbatch(SuperbatchStats {
            number: 3,
            loss: 0.05,
            validation: Losses::default(),
            learning_rate: 0.001,
            epochs: 1,
        }));
        display.show(&batches());
        assert_eq!(display.progress.bar.position(), 3400);
    }
}
