//! A training from beginning to end.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use super::TrainError;
use super::checkpoint::{self, Checkpoint};
use super::games::{self, Counts, SharedCounts};
use super::gradient::{Losses, Target};
use super::optimizer::Optimizer;
use super::parameters::Parameters;
use super::quantize::{self, quantize};
use super::sample::Sample;
use super::schedule::Schedule;
use super::settings::TrainConfig;
use super::shuffle::{Passes, Shuffler};
use super::trainer::Trainer;
use crate::data::GameReader;
use crate::eval::nnue::{Network, OUTPUT_BUCKETS, is_valid_hidden_size};

/// Batches that wait to be learnt from.
const WAITING: usize = 4;
/// After so many steps it is told how it goes.
const TOLD: u64 = 64;

/// How a training goes on.
#[derive(Clone, Debug)]
pub enum Event {
    /// The positions to judge by are read, this many of them.
    Validation(usize),
    /// It goes on after this superbatch; first everything up to it is read again.
    Resumed(u64),
    /// The first batch is there.
    Begun,
    /// A stretch of a superbatch has been learnt.
    Steps {
        /// Positions since the last event of this kind.
        positions: u64,
        /// Their mean loss.
        loss: f64,
    },
    /// A superbatch has been learnt.
    Superbatch(Superbatch),
}

/// How good the network is after a superbatch.
#[derive(Clone, Debug)]
pub struct Superbatch {
    /// Which one, from 1.
    pub number: u64,
    /// The mean loss while it was learnt, with the weight that results had then.
    pub loss: f64,
    /// The losses of the positions to judge by, with the weight that results have at the end of the training: so
    /// they can be compared.
    pub validation: Losses,
    /// The learning rate of its last step.
    pub learning_rate: f32,
    /// Passes through the data that have been begun.
    pub passes: u64,
}

/// Trains a network. Its description tells what from.
pub fn train(settings: &TrainConfig, tell: &mut dyn FnMut(Event)) -> Result<Network, TrainError> {
    let counts = SharedCounts::default();
    let passes = games::passes(
        &settings.data,
        settings.lookahead(),
        settings.seed,
        counts.clone(),
    );
    let validation = games::read_all(&settings.validation)?;
    if validation.is_empty() {
        return Err(TrainError::NoValidation(settings.validation.clone()));
    }
    tell(Event::Validation(validation.len()));
    train_on(settings, passes, counts, &validation, tell)
}

fn train_on(
    settings: &TrainConfig,
    passes: Passes,
    counts: SharedCounts,
    validation: &[Sample],
    tell: &mut dyn FnMut(Event),
) -> Result<Network, TrainError> {
    let state = start(settings)?;
    let done = state.superbatches;
    if done > 0 {
        tell(Event::Resumed(done));
    }
    std::thread::scope(|scope| {
        let (sender, batches) = sync_channel(WAITING);
        scope.spawn(move || {
            let shuffler = Shuffler::new(passes, settings.buffer, settings.seed);
            let skipped = done * settings.superbatch_steps;
            send_batches(shuffler, settings.batch, skipped, &counts, &sender);
        });
        let run = Run {
            settings,
            schedule: settings.schedule(),
            counts: state.counts,
            validation,
            trainer: Trainer::new(state.parameters, state.optimizer, settings.threads),
            batches,
            has_begun: false,
            tell,
        };
        run.run(done)
    })
}

/// Writes a network to a file, in place of what is there.
pub fn write(network: &Network, path: &Path) -> Result<(), TrainError> {
    checkpoint::write(path, &network.to_bytes())
}

/// What the training goes on from.
fn start(settings: &TrainConfig) -> Result<Checkpoint, TrainError> {
    let hidden = settings.hidden;
    if !is_valid_hidden_size(hidden) {
        return Err(TrainError::Hidden(hidden));
    }
    if let Some(folder) = &settings.checkpoint {
        let path = state_path(folder);
        if settings.resume {
            return Checkpoint::read(&path, &settings.text(), hidden);
        }
        if path.exists() {
            return Err(TrainError::CheckpointExists(path));
        }
        fs::create_dir_all(folder).map_err(TrainError::system(folder))?;
    }
    Ok(Checkpoint {
        settings: settings.text(),
        superbatches: 0,
        counts: Counts::default(),
        parameters: first_parameters(settings)?,
        optimizer: Optimizer::new(hidden),
    })
}

fn first_parameters(settings: &TrainConfig) -> Result<Parameters, TrainError> {
    let (hidden, seed) = (settings.hidden, settings.seed);
    let Some(path) = &settings.start else {
        return Ok(Parameters::random(hidden, seed));
    };
    let network = Network::load(path)?;
    if network.hidden_size() > hidden {
        return Err(TrainError::Wider {
            path: path.clone(),
            found: network.hidden_size(),
            wanted: hidden,
        });
    }
    Ok(quantize::restore(
        &network.weights(),
        hidden,
        settings.scale,
        seed,
    ))
}

fn state_path(folder: &Path) -> PathBuf {
    folder.join("training.state")
}

/// Positions, and what had been read when they were there.
type Batch = Result<(Vec<Sample>, Counts), TrainError>;

/// Sends batches, without the first `skipped`, until nobody takes them any more.
fn send_batches(
    shuffler: Result<Shuffler, TrainError>,
    size: usize,
    skipped: u64,
    counts: &SharedCounts,
    sender: &SyncSender<Batch>,
) {
    let mut shuffler = match shuffler {
        Ok(shuffler) => shuffler,
        Err(error) => {
            // Nobody waits for it any more if it cannot be sent.
            let _ = sender.send(Err(error));
            return;
        }
    };
    let mut left = skipped;
    loop {
        let batch = shuffler.batch(size).map(|batch| {
            let counts = Counts {
                passes: shuffler.passes(),
                ..counts.get()
            };
            (batch, counts)
        });
        if batch.is_ok() && left > 0 {
            left -= 1;
            continue;
        }
        let is_last = batch.is_err();
        if sender.send(batch).is_err() || is_last {
            return;
        }
    }
}

/// What the files say of their games, each line once.
fn games_text(files: &[PathBuf]) -> String {
    let mut lines = Vec::new();
    // They have been read: what is not there any more does not stop a training that is at its end.
    for reader in files.iter().filter_map(|path| GameReader::open(path).ok()) {
        for line in reader.text().lines() {
            let line = format!("games: {line}\n");
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    lines.concat()
}

/// A training that is going on.
struct Run<'a> {
    settings: &'a TrainConfig,
    schedule: Schedule,
    counts: Counts,
    validation: &'a [Sample],
    trainer: Trainer,
    batches: Receiver<Batch>,
    has_begun: bool,
    tell: &'a mut dyn FnMut(Event),
}

impl Run<'_> {
    /// Trains from after the superbatches that are done to the end.
    fn run(mut self, done: u64) -> Result<Network, TrainError> {
        for number in done + 1..=self.settings.superbatches {
            let superbatch = self.superbatch(number)?;
            (self.tell)(Event::Superbatch(superbatch));
            if let Some(folder) = &self.settings.checkpoint {
                self.write_checkpoint(folder, number)?;
            }
        }
        self.network(self.settings.superbatches)
    }

    fn superbatch(&mut self, number: u64) -> Result<Superbatch, TrainError> {
        let steps = self.settings.superbatch_steps;
        let first = (number - 1) * steps;
        let mut all = Losses::default();
        let mut stretch = Losses::default();
        for step in first..first + steps {
            let received = self.batches.recv();
            let (batch, counts) = received.unwrap_or(Err(TrainError::NoPositions))?;
            self.counts = counts;
            if !self.has_begun {
                self.has_begun = true;
                (self.tell)(Event::Begun);
            }
            let target = Target {
                result_weight: self.schedule.result_weight(step),
                scale: self.settings.scale as f32,
            };
            let learning_rate = self.schedule.learning_rate(step);
            stretch.add(&self.trainer.step(&batch, target, learning_rate));
            if (step + 1 - first).is_multiple_of(TOLD) || step + 1 == first + steps {
                all.add(&stretch);
                (self.tell)(Event::Steps {
                    positions: stretch.counts.iter().sum(),
                    loss: stretch.mean(),
                });
                stretch = Losses::default();
            }
        }
        let target = self.settings.final_target();
        Ok(Superbatch {
            number,
            loss: all.mean(),
            validation: self.trainer.validate(self.validation, target),
            learning_rate: self.schedule.learning_rate(first + steps - 1),
            passes: self.counts.passes,
        })
    }

    /// Writes the network first: where there is a state, there is its network.
    fn write_checkpoint(&self, folder: &Path, number: u64) -> Result<(), TrainError> {
        let path = folder.join(format!("superbatch-{number:04}.nnue"));
        write(&self.network(number)?, &path)?;
        let state = Checkpoint {
            settings: self.settings.text(),
            superbatches: number,
            counts: self.counts,
            parameters: self.trainer.parameters.clone(),
            optimizer: self.trainer.optimizer.clone(),
        };
        state.write(&state_path(folder))
    }

    /// The network in whole numbers, with the facts about it.
    fn network(&self, superbatches: u64) -> Result<Network, TrainError> {
        let mut weights = quantize(&self.trainer.parameters, self.settings.scale);
        let losses = quantize::validate(&weights, self.validation, self.settings.final_target());
        weights.scale = self.settings.output_scale();
        let description = self.description(superbatches, &losses);
        Ok(Network::new(&description, &weights)?)
    }

    fn description(&self, superbatches: u64, losses: &Losses) -> String {
        let steps = superbatches * self.settings.superbatch_steps;
        let counts = self.counts;
        let buckets: Vec<String> = (0..OUTPUT_BUCKETS)
            .map(|bucket| {
                format!(
                    "{:.6} ({})",
                    losses.of_bucket(bucket),
                    losses.counts[bucket]
                )
            })
            .collect();
        format!(
            "Diglot {} network\n{}{}\
             read in the first pass: {} games, {} plies, {} positions kept; passes begun: {}\n\
             learnt: {superbatches} superbatches, {} positions\n\
             validation loss: {:.6}; by number of pieces, with positions: {}\n",
            env!("CARGO_PKG_VERSION"),
            self.settings.text(),
            games_text(&self.settings.data),
            counts.games,
            counts.plies,
            counts.positions,
            counts.passes,
            steps * self.settings.batch as u64,
            losses.mean(),
            buckets.join(", "),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::shuffle::Pass;
    use crate::train::toy::{self, Folder};

    fn settings() -> TrainConfig {
        TrainConfig {
            data: vec!["toy".into()],
            validation: "toy".into(),
            start: None,
            hidden: 32,
            superbatches: 4,
            superbatch_steps: 5,
            batch: 64,
            schedule: Schedule {
                steps: 0,
                learning_rate: 0.001,
                final_learning_rate: 1e-5,
                result_weight: 0.2,
                final_result_weight: 0.5,
            },
            scale: 400,
            output_scale: None,
            lambda: 0.0,
            threads: 1,
            seed: 9,
            buffer: 150,
            checkpoint: None,
            resume: false,
        }
    }

    /// The network of a training on toy positions, and what was told. It stops after so many superbatches
    /// when `last` says so, as if it had been interrupted.
    fn run(settings: &TrainConfig, last: Option<u64>) -> Result<(Vec<u8>, Vec<u64>), TrainError> {
        let data = toy::samples(400);
        let validation = data[..100].to_vec();
        let passes: Passes = Box::new(move |number| match last.is_some() && number > 1 {
            true => Err(TrainError::NoPositions),
            false => Ok(Box::new(data.clone().into_iter().map(Ok)) as Pass),
        });
        let mut told = Vec::new();
        let mut tell = |event| {
            if let Event::Superbatch(superbatch) = event {
                told.push(superbatch.number);
            }
        };
        let network = train_on(
            settings,
            passes,
            SharedCounts::default(),
            &validation,
            &mut tell,
        )?;
        Ok((network.to_bytes(), told))
    }

    #[test]
    fn the_same_seed_brings_the_same_network() {
        let (network, told) = run(&settings(), None).unwrap();
        assert_eq!(told, [1, 2, 3, 4]);
        assert_eq!(run(&settings(), None).unwrap().0, network);
        let threads = TrainConfig {
            threads: 3,
            ..settings()
        };
        assert_eq!(run(&threads, None).unwrap().0, network);
        let other = TrainConfig {
            seed: 10,
            ..settings()
        };
        assert_ne!(run(&other, None).unwrap().0, network);
    }

    #[test]
    fn an_interrupted_training_goes_on_as_if_nothing_had_been() {
        let folder = Folder::new("resume");
        let (network, _) = run(&settings(), None).unwrap();
        let begun = TrainConfig {
            checkpoint: Some(folder.0.clone()),
            ..settings()
        };
        assert!(run(&begun, Some(2)).is_err());
        // Not by accident over the one that is there, and not with other settings.
        let refused = run(&begun, None);
        assert!(matches!(refused, Err(TrainError::CheckpointExists(_))));
        let resumed = TrainConfig {
            resume: true,
            ..begun
        };
        let other = TrainConfig {
            seed: 10,
            ..resumed.clone()
        };
        let refused = run(&other, None);
        assert!(matches!(refused, Err(TrainError::OtherSettings { .. })));

        let (again, told) = run(&resumed, None).unwrap();
        assert!(told.len() < 4 && told.last() == Some(&4), "{told:?}");
        assert_eq!(again, network);
        let kept = fs::read(folder.0.join("superbatch-0004.nnue")).unwrap();
        assert_eq!(kept, network);
    }

    #[test]
    fn the_network_tells_where_it_comes_from() {
        let (network, _) = run(&settings(), None).unwrap();
        let network = Network::from_bytes(&network).unwrap();
        assert_eq!(network.hidden_size(), 32);
        for fact in [
            "toy (0 bytes)",
            "4 superbatches, 1280 positions",
            "seed: 9",
            "validation loss: 0.",
        ] {
            assert!(
                network.description().contains(fact),
                "{}",
                network.description()
            );
        }
    }

    #[test]
    fn files_are_learnt_from_and_gone_on_with() {
        let folder = Folder::new("from-files");
        let [data, validation] = toy::files(&folder);
        let checkpoint = folder.0.join("checkpoint");
        let settings = TrainConfig {
            data: vec![data],
            validation,
            superbatch_steps: 12,
            output_scale: Some(300),
            lambda: 0.5,
            buffer: 1_000_000,
            ..settings()
        };
        let network = train(&settings, &mut |_| {}).unwrap();
        assert_eq!(network.weights().scale, 300);
        for fact in ["\ngames: toy\n", "60 games", "1 is 300 centipawns"] {
            assert!(
                network.description().contains(fact),
                "{}",
                network.description()
            );
        }
        let score_only = TrainConfig {
            lambda: 0.0,
            ..settings.clone()
        };
        let other = train(&score_only, &mut |_| {}).unwrap();
        assert_ne!(other.weights(), network.weights());

        // The state after the first superbatch, as if it had been interrupted then.
        let kept = TrainConfig {
            checkpoint: Some(checkpoint.clone()),
            ..settings
        };
        let (state, early) = (state_path(&checkpoint), folder.0.join("early"));
        let mut passes = 0;
        let mut tell = |event| {
            if let Event::Superbatch(superbatch) = event {
                passes = superbatch.passes;
                if superbatch.number == 2 {
                    fs::copy(&state, &early).unwrap();
                }
            }
        };
        train(&kept, &mut tell).unwrap();
        assert!(passes > 1, "{passes}");
        fs::copy(&early, &state).unwrap();
        let resumed = TrainConfig {
            resume: true,
            ..kept
        };
        let mut told = Vec::new();
        let mut tell = |event| match event {
            Event::Resumed(done) => told.push(done),
            Event::Superbatch(superbatch) => told.push(superbatch.number),
            _ => {}
        };
        let again = train(&resumed, &mut tell).unwrap();
        assert_eq!(told, [1, 2, 3, 4]);
        assert_eq!(again.to_bytes(), network.to_bytes());
    }

    #[test]
    fn a_training_may_begin_with_a_network() {
        let folder = Folder::new("start");
        let path = folder.0.join("start.nnue");
        let (network, _) = run(&settings(), None).unwrap();
        fs::write(&path, &network).unwrap();
        let slow = Schedule {
            learning_rate: 1e-9,
            final_learning_rate: 1e-9,
            ..settings().schedule
        };
        let begun = TrainConfig {
            start: Some(path.clone()),
            schedule: slow,
            ..settings()
        };
        // What is hardly changed stays the same when it is rounded.
        let (again, _) = run(&begun, None).unwrap();
        let (network, again) = [&network, &again]
            .map(|bytes| Network::from_bytes(bytes).unwrap())
            .into();
        assert_eq!(again.weights(), network.weights());
        assert!(again.description().contains("begun with: start.nnue ("));

        let wider = TrainConfig {
            hidden: 64,
            ..begun.clone()
        };
        assert!(run(&wider, None).is_ok());
        let seeded = TrainConfig {
            hidden: 64,
            ..settings()
        };
        fs::write(&path, run(&seeded, None).unwrap().0).unwrap();
        assert!(matches!(
            run(&begun, None),
            Err(TrainError::Wider { found: 64, .. })
        ));
        fs::write(&path, "nothing").unwrap();
        assert!(matches!(run(&begun, None), Err(TrainError::Start(_))));
    }

    #[test]
    fn sizes_that_the_engine_cannot_use_are_refused() {
        let settings = TrainConfig {
            hidden: 40,
            ..settings()
        };
        assert!(matches!(run(&settings, None), Err(TrainError::Hidden(40))));
    }
}
