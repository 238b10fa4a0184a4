//! Runs a training from start to end.

use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};

use super::batches::{Batch, send_batches};
use super::checkpoint::{self, Checkpoint};
use super::config::TrainConfig;
use super::description::describe;
use super::equalize::equalize;
use super::error::TrainError;
use super::event::{SuperbatchStats, TrainEvent};
use super::games::{self, ReadCounts, SharedReadCounts};
use super::initial_state::{initial_state, state_path};
use super::losses::Losses;
use super::optimizer::Rates;
use super::output_scale::OutputScale;
use super::quantize::{self, quantize};
use super::rounding::adaptive_rounding;
use super::sample::Sample;
use super::schedule::Schedule;
use super::shuffle::{Epochs, Shuffler};
use super::soup;
use super::target::Target;
use super::trainer::Trainer;
use crate::eval::nnue::{Network, NetworkWeights};

/// Batches read ahead.
const READ_AHEAD: usize = 4;
/// Batches between two progress events.
const EVENT_INTERVAL: u64 = 64;

/// Trains a network and calls `report` with its progress. The network's description contains the configuration.
pub fn train(
    config: &TrainConfig,
    report: &mut dyn FnMut(TrainEvent),
) -> Result<Network, TrainError> {
    let counts = SharedReadCounts::default();
    let epochs = games::epochs(
        &config.data,
        &config.validation,
        config.td_lambda(),
        config.seed,
        counts.clone(),
    )?;
    let validation = games::read_all(&config.validation)?;
    if validation.is_empty() {
        return Err(TrainError::NoValidation(config.validation.clone()));
    }
    report(TrainEvent::ValidationLoaded(validation.len()));
    train_on(config, epochs, counts, &validation, report)
}

fn train_on(
    config: &TrainConfig,
    epochs: Epochs,
    counts: SharedReadCounts,
    validation: &[Sample],
    report: &mut dyn FnMut(TrainEvent),
) -> Result<Network, TrainError> {
    soup::check(&config.soup, config.shape())?;
    let state = initial_state(config, validation)?;
    let output_scale = OutputScale::new(config, validation)?;
    let done = state.superbatches;
    if done > 0 {
        report(TrainEvent::Resumed(done));
    }
    std::thread::scope(|scope| {
        let (sender, batches) = sync_channel(READ_AHEAD);
        if done < config.superbatches {
            scope.spawn(move || {
                let shuffler = Shuffler::new(epochs, config.shuffle_buffer, config.seed);
                let skip = done * config.batches_per_superbatch;
                send_batches(shuffler, config.batch_size, skip, &counts, &sender);
            });
        }
        let run = Run {
            config,
            schedule: config.schedule(),
            output_scale,
            counts: state.counts,
            validation,
            trainer: Trainer::new(state.parameters, state.optimizer, config.threads),
            batches,
            has_started: false,
            report,
        };
        run.run(done)
    })
}

/// Writes a network to a file, atomically replacing an old one.
pub fn write(network: &Network, path: &Path) -> Result<(), TrainError> {
    checkpoint::write(path, &network.to_bytes())
}

/// A training run in progress.
struct Run<'a> {
    config: &'a TrainConfig,
    schedule: Schedule,
    output_scale: OutputScale,
    counts: ReadCounts,
    validation: &'a [Sample],
    trainer: Trainer,
    batches: Receiver<Batch>,
    has_started: bool,
    report: &'a mut dyn FnMut(TrainEvent),
}

impl Run<'_> {
    /// Trains the superbatches after the first `done`.
    fn run(mut self, done: u64) -> Result<Network, TrainError> {
        if done == 0 && self.config.initial_network.is_some() {
            let target = self.config.final_target();
            let losses = self.trainer.validate(self.validation, target);
            (self.report)(TrainEvent::InitialNetwork(losses));
        }
        let mut network = None;
        let first_quantised = self.config.first_quantised_superbatch();
        for number in done + 1..=self.config.superbatches {
            if number == first_quantised && !self.config.is_transformer_frozen() {
                self.trainer.equalize(self.validation);
            }
            if number >= first_quantised {
                self.trainer.quantize();
            }
            let superbatch = self.superbatch(number)?;
            (self.report)(TrainEvent::Superbatch(superbatch));
            if let Some(folder) = &self.config.checkpoint {
                network = Some(self.write_checkpoint(folder, number)?);
            }
        }
        match network {
            Some(network) if self.config.soup.is_empty() => Ok(network),
            _ => self.final_network(),
        }
    }

    fn final_network(&mut self) -> Result<Network, TrainError> {
        let soup = soup::mix(&mut self.trainer.optimizer.average, &self.config.soup)?;
        if !soup.is_empty() {
            let target = self.config.final_target();
            let losses = self.trainer.validate(self.validation, target);
            (self.report)(TrainEvent::Soup(losses));
        }
        self.network(self.config.superbatches, &soup)
    }

    fn superbatch(&mut self, number: u64) -> Result<SuperbatchStats, TrainError> {
        let steps = self.config.batches_per_superbatch;
        let first = (number - 1) * steps;
        let mut total = Losses::default();
        let mut recent = Losses::default();
        for step in first..first + steps {
            let received = self.batches.recv();
            let (batch, counts) = received.unwrap_or(Err(TrainError::NoPositions))?;
            self.counts = counts;
            if !self.has_started {
                self.has_started = true;
                (self.report)(TrainEvent::Started);
            }
            let target = Target {
                wdl: self.schedule.wdl(step),
                scale: self.config.scale as f32,
            };
            let rates = Rates {
                learning_rate: self.schedule.learning_rate(step),
                transformer: self.config.transformer_rate,
                average_decay: self.config.average_decay,
                decay: self.config.feature_decay,
            };
            recent.add(&self.trainer.step(&batch, target, rates));
            if (step + 1 - first).is_multiple_of(EVENT_INTERVAL) || step + 1 == first + steps {
                total.add(&recent);
                (self.report)(TrainEvent::Batches {
                    positions: recent.positions(),
                    loss: recent.mean(),
                });
                recent = Losses::default();
            }
        }
        let target = self.config.final_target();
        Ok(SuperbatchStats {
            number,
            loss: total.mean(),
            validation: self.trainer.validate(self.validation, target),
            learning_rate: self.schedule.learning_rate(first + steps - 1),
            epochs: self.counts.epochs,
        })
    }

    /// Writes the network before the state, so that every saved state has its network. Returns the network.
    fn write_checkpoint(&self, folder: &Path, number: u64) -> Result<Network, TrainError> {
        let path = folder.join(format!("superbatch-{number:04}.nnue"));
        let network = self.network(number, "")?;
        write(&network, &path)?;
        let state = Checkpoint {
            description: self.config.description(),
            superbatches: number,
            counts: self.counts,
            parameters: self.trainer.parameters.clone(),
            optimizer: self.trainer.optimizer.clone(),
        };
        state.write(&state_path(folder))?;
        Ok(network)
    }

    /// The quantised network after training with exact weights. The validation positions only show which activations
    /// occur; what they are worth plays no part.
    fn rounded_network(&self) -> NetworkWeights {
        let mut parameters = self.trainer.average().clone();
        if !self.config.is_transformer_frozen() {
            equalize(&mut parameters, self.validation);
        }
        let mut weights = quantize(&parameters, self.config.scale);
        adaptive_rounding(&mut weights, &parameters, self.validation);
        weights
    }

    /// The quantised network with its description, which contains `soup`.
    fn network(&self, superbatches: u64, soup: &str) -> Result<Network, TrainError> {
        let mut weights = if superbatches < self.config.first_quantised_superbatch() {
            self.rounded_network()
        } else {
            quantize(self.trainer.average(), self.config.scale)
        };
        let losses = quantize::validate(&weights, self.validation, self.config.final_target());
        weights.scale = self.output_scale.of(&weights, self.validation);
        let description = describe(
            self.config,
            weights.scale,
            self.counts,
            superbatches,
            soup,
            &losses,
        );
        Ok(Network::new(&description, &weights)?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;
    use crate::eval::nnue::DenseLayers;
    use crate::train::optimizer::FeatureDecay;
    use crate::train::output_scale::fitted_scale;
    use crate::train::shuffle::Epoch;
    use crate::train::test_data;

    fn config() -> TrainConfig {
        TrainConfig {
            data: vec!["toy".into()],
            validation: "toy".into(),
            initial_network: None,
            hidden_size: 64,
            layer_stacks: true,
            superbatches: 4,
            batches_per_superbatch: 5,
            batch_size: 64,
            schedule: Schedule {
                steps: 0,
                learning_rate: 0.001,
                final_learning_rate: 1e-5,
                wdl: 0.2,
                final_wdl: 0.5,
            },
            scale: 400,
            output_scale: None,
            scale_like: None,
            average_decay: 0.0,
            soup: Vec::new(),
            transformer_rate: 1.0,
            feature_decay: FeatureDecay {
                weights: 0.1,
                buckets: 0.1,
            },
            quantised_superbatches: 0,
            td_lambda: 0.0,
            threads: 1,
            seed: 9,
            shuffle_buffer: 150,
            checkpoint: None,
            resume: false,
        }
    }

    /// Trains on test positions. Returns the network and the numbers of the superbatches. With `is_interrupted` the
    /// data ends after two epochs.
    fn run(config: &TrainConfig, is_interrupted: bool) -> Result<(Vec<u8>, Vec<u64>), TrainError> {
        let data = test_data::samples(400);
        let validation = data[..100].to_vec();
        let epochs: Epochs = Box::new(move |number| {
            if is_interrupted && number > 1 {
                return Err(TrainError::NoPositions);
            }
            Ok(Box::new(data.clone().into_iter().map(Ok)) as Epoch)
        });
        let mut superbatches = Vec::new();
        let mut report = |event| {
            if let TrainEvent::Superbatch(superbatch) = event {
                superbatches.push(superbatch.number);
            }
        };
        let network = train_on(
            config,
            epochs,
            SharedReadCounts::default(),
            &validation,
            &mut report,
        )?;
        Ok((network.to_bytes(), superbatches))
    }

    #[test]
    fn the_same_seed_trains_the_same_network() {
        let (network, superbatches) = run(&config(), false).unwrap();
        assert_eq!(superbatches, [1, 2, 3, 4]);
        assert_eq!(run(&config(), false).unwrap().0, network);
        let threads = TrainConfig {
            threads: 3,
            ..config()
        };
        assert_eq!(run(&threads, false).unwrap().0, network);
        let other = TrainConfig {
            seed: 10,
            ..config()
        };
        assert_ne!(run(&other, false).unwrap().0, network);
    }

    #[test]
    fn a_resumed_run_trains_the_same_network() {
        let folder = TempDir::new().unwrap();
        let (network, _) = run(&config(), false).unwrap();
        let started = TrainConfig {
            checkpoint: Some(folder.path().to_owned()),
            ..config()
        };
        assert!(run(&started, true).is_err());
        // A checkpoint is neither overwritten nor resumed with another configuration.
        let result = run(&started, false);
        assert!(matches!(result, Err(TrainError::CheckpointExists(_))));
        let resumed = TrainConfig {
            resume: true,
            ..started
        };
        let other = TrainConfig {
            seed: 10,
            ..resumed.clone()
        };
        let result = run(&other, false);
        assert!(matches!(result, Err(TrainError::OtherSettings { .. })));

        let (again, superbatches) = run(&resumed, false).unwrap();
        assert!(
            superbatches.len() < 4 && superbatches.last() == Some(&4),
            "{superbatches:?}"
        );
        assert_eq!(again, network);
        let kept = fs::read(folder.path().join("superbatch-0004.nnue")).unwrap();
        assert_eq!(kept, network);
    }

    #[test]
    fn the_last_superbatches_train_the_quantised_network() {
        let folder = TempDir::new().unwrap();
        let (exact, _) = run(&config(), false).unwrap();
        // Interrupted after the second superbatch: before the first quantised one, and between two of them.
        for quantised_superbatches in [2, 4] {
            let config = TrainConfig {
                quantised_superbatches,
                ..config()
            };
            let (expected, _) = run(&config, false).unwrap();
            assert_ne!(expected, exact);
            let started = TrainConfig {
                checkpoint: Some(folder.path().join(quantised_superbatches.to_string())),
                ..config
            };
            assert!(run(&started, true).is_err());
            let resumed = TrainConfig {
                resume: true,
                ..started
            };
            let (again, superbatches) = run(&resumed, false).unwrap();
            assert_eq!(superbatches, [3, 4]);
            assert_eq!(again, expected);
        }
    }

    #[test]
    fn the_description_of_the_network_has_the_facts() {
        let (network, _) = run(&config(), false).unwrap();
        let network = Network::from_bytes(&network).unwrap();
        assert_eq!(network.hidden_size(), 64);
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
    fn a_run_on_files_resumes_from_an_earlier_checkpoint() {
        let folder = TempDir::new().unwrap();
        let [data, validation] = test_data::files(folder.path());
        let checkpoint = folder.path().join("checkpoint");
        let config = TrainConfig {
            data: vec![data],
            validation,
            batches_per_superbatch: 12,
            output_scale: Some(300),
            td_lambda: 0.5,
            shuffle_buffer: 1_000_000,
            ..config()
        };
        let network = train(&config, &mut |_| {}).unwrap();
        assert_eq!(network.weights().scale, 300);
        for fact in ["\ngames: toy\n", "60 games", "1 is 300 centipawns"] {
            assert!(
                network.description().contains(fact),
                "{}",
                network.description()
            );
        }
        let score_only = TrainConfig {
            td_lambda: 0.0,
            ..config.clone()
        };
        let other = train(&score_only, &mut |_| {}).unwrap();
        assert_ne!(other.weights(), network.weights());

        // Keep the state after the first superbatch, as if the run had been interrupted then.
        let kept = TrainConfig {
            checkpoint: Some(checkpoint.clone()),
            ..config
        };
        let (state, early) = (state_path(&checkpoint), folder.path().join("early"));
        let mut epochs = 0;
        let mut report = |event| {
            if let TrainEvent::Superbatch(superbatch) = event {
                epochs = superbatch.epochs;
                if superbatch.number == 2 {
                    fs::copy(&state, &early).unwrap();
                }
            }
        };
        train(&kept, &mut report).unwrap();
        assert!(epochs > 1, "{epochs}");
        fs::copy(&early, &state).unwrap();
        let resumed = TrainConfig {
            resume: true,
            ..kept
        };
        let mut superbatches = Vec::new();
        let mut report = |event| match event {
            TrainEvent::Resumed(done) => superbatches.push(done),
            TrainEvent::Superbatch(superbatch) => superbatches.push(superbatch.number),
            _ => {}
        };
        let again = train(&resumed, &mut report).unwrap();
        assert_eq!(superbatches, [1, 2, 3, 4]);
        assert_eq!(again.to_bytes(), network.to_bytes());
    }

    #[test]
    fn a_network_may_initialise_the_weights() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("start.nnue");
        let (network, _) = run(&config(), false).unwrap();
        fs::write(&path, &network).unwrap();
        let slow = Schedule {
            learning_rate: 1e-9,
            final_learning_rate: 1e-9,
            ..config().schedule
        };
        let started = TrainConfig {
            initial_network: Some(path.clone()),
            schedule: slow,
            ..config()
        };
        // With a tiny learning rate the quantised weights stay the same; floats move a little. The output is scaled.
        let (again, _) = run(&started, false).unwrap();
        let (network, again) = [&network, &again]
            .map(|bytes| Network::from_bytes(bytes).unwrap())
            .into();
        let quantised = |network: &Network| {
            let mut weights = network.weights();
            weights.output_weights.fill(0);
            weights.output_bias.fill(0);
            weights.qb = 1;
            for stack in &mut weights.layer_stacks {
                stack.dense = DenseLayers::ZERO;
            }
            weights
        };
        assert!(quantised(&again) == quantised(&network));
        let (samples, target) = (&test_data::samples(400)[..100], config().final_target());
        let [outputs, expected] = [&again, &network].map(|network| {
            let weights = network.weights();
            quantize::outputs(&weights, samples).collect::<Vec<f32>>()
        });
        let fitted = fitted_scale(&network.weights(), samples, target);
        let factor = fitted as f32 / target.scale;
        for (output, expected) in outputs.iter().zip(expected) {
            assert!(
                (output - factor * expected).abs() < 0.01,
                "{output} {expected} {factor}"
            );
        }
        assert!(again.description().contains("begun with: start.nnue ("));

        let wider = TrainConfig {
            hidden_size: 128,
            ..started.clone()
        };
        let (wider, _) = run(&wider, false).unwrap();
        fs::write(&path, &wider).unwrap();
        let wider = Network::from_bytes(&wider).unwrap().weights();
        let wider = quantize::outputs(&wider, samples);
        // The added neurons change nothing, and the pairs that layer stacks multiply stay together.
        for (output, expected) in wider.zip(outputs) {
            assert!((output - expected).abs() < 0.01, "{output} {expected}");
        }
        assert!(matches!(
            run(&started, false),
            Err(TrainError::InitialNetworkTooLarge { found: 128, .. })
        ));
        fs::write(&path, "nothing").unwrap();
        assert!(matches!(
            run(&started, false),
            Err(TrainError::InitialNetwork(_))
        ));
    }

    #[test]
    fn the_output_scale_of_the_initial_network_does_not_matter() {
        let folder = TempDir::new().unwrap();
        let [path, other_path] = ["start.nnue", "other.nnue"].map(|name| folder.path().join(name));
        let longer = TrainConfig {
            superbatches: 40,
            ..config()
        };
        let (bytes, _) = run(&longer, false).unwrap();
        let network = Network::from_bytes(&bytes).unwrap();
        let mut weights = network.weights();
        weights.scale += weights.scale / 4;
        let other = Network::new("other scale", &weights).unwrap();
        fs::write(&path, &bytes).unwrap();
        fs::write(&other_path, other.to_bytes()).unwrap();
        let started = |path| {
            let config = TrainConfig {
                initial_network: Some(path),
                ..config()
            };
            let (bytes, _) = run(&config, false).unwrap();
            Network::from_bytes(&bytes).unwrap().weights()
        };
        assert!(started(path) == started(other_path));
    }

    #[test]
    fn layer_stacks_can_be_left_out() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("start.nnue");
        let without = TrainConfig {
            layer_stacks: false,
            ..config()
        };
        let (bytes, _) = run(&without, false).unwrap();
        let network = Network::from_bytes(&bytes).unwrap();
        assert!(network.weights().layer_stacks.is_empty());
        assert!(network.description().contains(" x 2 -> 1 x 8"));
        // Layer stacks can be added to a network, but not taken from it.
        let started = |layer_stacks| TrainConfig {
            initial_network: Some(path.clone()),
            layer_stacks,
            ..config()
        };
        fs::write(&path, bytes).unwrap();
        assert!(run(&started(false), false).is_ok());
        let (with, _) = run(&started(true), false).unwrap();
        fs::write(&path, with).unwrap();
        assert!(matches!(
            run(&started(false), false),
            Err(TrainError::InitialNetworkWithLayerStacks(_))
        ));
    }

    #[test]
    fn scores_get_the_size_of_those_of_another_network() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("like.nnue");
        let (like, _) = run(&config(), false).unwrap();
        let mut weights = Network::from_bytes(&like).unwrap().weights();
        weights.scale = 250;
        let like = Network::new("like", &weights).unwrap();
        fs::write(&path, like.to_bytes()).unwrap();
        let other = TrainConfig {
            scale_like: Some(path),
            seed: 10,
            ..config()
        };
        let (network, _) = run(&other, false).unwrap();
        let network = Network::from_bytes(&network).unwrap();
        let samples = &test_data::samples(400)[..100];
        let median = |network: &Network| quantize::median_score(&network.weights(), samples);
        let (expected, found) = (median(&like), median(&network));
        assert!(
            expected > 5.0 && (found - expected).abs() < 0.05 * expected,
            "{found} {expected}"
        );
        assert!(
            network
                .description()
                .contains("output scale as in like.nnue")
        );
    }

    #[test]
    fn finished_runs_become_a_soup_without_their_games() {
        let folders = [9, 10].map(|seed| {
            let folder = TempDir::new().unwrap();
            let config = TrainConfig {
                checkpoint: Some(folder.path().to_owned()),
                seed,
                ..config()
            };
            run(&config, false).unwrap();
            folder
        });
        let [first, second] = folders.each_ref().map(|folder| folder.path().to_owned());
        let config = TrainConfig {
            checkpoint: Some(first.clone()),
            resume: true,
            soup: vec![second.clone()],
            ..config()
        };
        let mut events = Vec::new();
        let network = train_on(
            &config,
            Box::new(|_| Err(TrainError::NoPositions)),
            SharedReadCounts::default(),
            &test_data::samples(100),
            &mut |event| events.push(event),
        );
        let network = network.unwrap();
        assert!(matches!(
            events[..],
            [TrainEvent::Resumed(4), TrainEvent::Soup(_)]
        ));
        let description = network.description();
        assert!(description.contains("model soup with: 4 superbatches of data: toy"));
        for folder in [first, second] {
            let one = Network::load(&folder.join("superbatch-0004.nnue")).unwrap();
            assert_ne!(network.weights(), one.weights());
        }
    }

    #[test]
    fn averaged_weights_become_the_network() {
        let (last, _) = run(&config(), false).unwrap();
        let averaged = TrainConfig {
            average_decay: 0.9,
            ..config()
        };
        let (network, _) = run(&averaged, false).unwrap();
        let [network, last] = [network, last].map(|bytes| Network::from_bytes(&bytes).unwrap());
        assert!(
            network
                .description()
                .contains("weights averaged with decay 0.9")
        );
        assert_ne!(network.weights(), last.weights());
    }

    #[test]
    fn unsupported_hidden_sizes_are_rejected() {
        let config = TrainConfig {
            hidden_size: 40,
            ..config()
        };
        assert!(matches!(
            run(&config, false),
            Err(TrainError::HiddenSize(40))
        ));
    }
}
