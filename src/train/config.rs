//! The configuration of a training run.

use std::fs;
use std::path::PathBuf;

use super::optimizer::{self, FeatureDecay};
use super::parameters::Shape;
use super::schedule::Schedule;
use super::target::Target;
use crate::data::TdLambda;
use crate::eval::nnue::describe_layers;

/// The words of a description for a run whose last superbatches trained the quantised network.
pub(super) const QUANTISATION_AWARE: &str = "with quantisation-aware training";

/// The configuration of a training run.
#[derive(Clone, Debug)]
pub struct TrainConfig {
    /// Files of training games.
    pub data: Vec<PathBuf>,
    /// File of validation games.
    pub validation: PathBuf,
    /// Network that initialises the weights; without one they are random.
    pub initial_network: Option<PathBuf>,
    /// Hidden size per perspective: a multiple of 32, at least that of the initial network.
    pub hidden_size: usize,
    /// Whether each output bucket has a layer stack.
    pub layer_stacks: bool,
    /// Number of superbatches. After each one the network is validated and saved.
    pub superbatches: u64,
    /// Batches (optimizer steps) per superbatch.
    pub batches_per_superbatch: u64,
    /// Positions per batch.
    pub batch_size: usize,
    /// Learning rate and WDL weight. `steps` follows from the two numbers above.
    pub schedule: Schedule,
    /// Width in centipawns of the sigmoid that maps scores to win rates, and the meaning of a network output of 1:
    /// with a score of `scale` a side scores 73% of the points.
    pub scale: u32,
    /// Centipawns that a network output of 1 means in the engine, if not `scale`. Search margins assume a certain
    /// size of scores.
    pub output_scale: Option<u32>,
    /// Network whose size of scores the new one gets, in place of `output_scale`: the median of the absolute scores of
    /// the validation positions.
    pub scale_like: Option<PathBuf>,
    /// Decay for each step of the exponential moving average of the weights that becomes the network, 0 (the weights of
    /// the last step) to 1 (<https://arxiv.org/abs/1803.05407> averages weights in a similar way).
    pub average_decay: f32,
    /// Checkpoint folders of other runs, whose averaged weights are averaged with those of this run at its end (model
    /// soup, <https://arxiv.org/abs/2203.05482>). The runs should have begun with the same network.
    pub soup: Vec<PathBuf>,
    /// Learning rate of the feature transformer as a multiple of that of the other layers. With 0 it keeps the weights of
    /// the initial network.
    pub transformer_rate: f32,
    /// Decay of the feature weights.
    pub feature_decay: FeatureDecay,
    /// Number of superbatches at the end that train the quantised network (quantisation-aware training).
    pub quantised_superbatches: u64,
    /// TD(λ): weight of the later scores of the game in the score of a position, 0 to 1. Validation uses the
    /// positions' own scores.
    pub td_lambda: f64,
    /// Training threads, besides one that reads. The result does not depend on their number.
    pub threads: usize,
    /// Random seed of the weights and of the order of the positions.
    pub seed: u64,
    /// Size of the shuffle buffer in positions of 32 bytes.
    pub shuffle_buffer: usize,
    /// Folder of the checkpoints: the training state, and the network after each superbatch.
    pub checkpoint: Option<PathBuf>,
    /// Whether to resume from the checkpoint.
    pub resume: bool,
}

impl TrainConfig {
    pub(super) fn schedule(&self) -> Schedule {
        let steps = self.superbatches * self.batches_per_superbatch;
        Schedule {
            steps,
            ..self.schedule
        }
    }

    pub(super) fn shape(&self) -> Shape {
        Shape {
            hidden_size: self.hidden_size,
            layer_stacks: self.layer_stacks,
        }
    }

    /// Centipawns for an output of 1 unless they follow those of another network.
    pub(super) fn output_scale(&self) -> u32 {
        self.output_scale.unwrap_or(self.scale)
    }

    pub(super) fn td_lambda(&self) -> TdLambda {
        TdLambda {
            lambda: self.td_lambda,
            scale: f64::from(self.scale),
        }
    }

    /// The target of the validation: that of the last step.
    pub(super) fn final_target(&self) -> Target {
        Target {
            wdl: self.schedule.final_wdl as f32,
            scale: self.scale as f32,
        }
    }

    /// The first superbatch that trains the quantised network, counted from 1.
    pub(super) const fn first_quantised_superbatch(&self) -> u64 {
        self.superbatches
            .saturating_sub(self.quantised_superbatches)
            + 1
    }

    /// Whether the feature transformer keeps the weights of the initial network, thus also its quantisation.
    pub(super) const fn is_transformer_frozen(&self) -> bool {
        self.transformer_rate == 0.0
    }

    fn describe_output_scale(&self) -> String {
        match &self.scale_like {
            Some(path) => format!("as in {}", describe_file(path)),
            None => self.output_scale().to_string(),
        }
    }

    /// Everything that the result depends on, except the contents of the files, as text. Checkpoints and networks
    /// contain it, and a run only resumes from a checkpoint with the same text.
    pub(super) fn description(&self) -> String {
        let files: Vec<String> = self.data.iter().map(describe_file).collect();
        let schedule = &self.schedule;
        let initial = self.initial_network.as_ref().map(describe_file);
        let initial = initial.map_or_else(String::new, |file| format!("begun with: {file}\n"));
        let quantised = match self.quantised_superbatches {
            0 => String::new(),
            count => format!(", the last {count} {QUANTISATION_AWARE}"),
        };
        let transformer = match self.transformer_rate {
            1.0 => String::new(),
            rate => format!(", times {rate} in the feature transformer"),
        };
        format!(
            "data: {}\nvalidation: {}\n{initial}\
             network: {}, squared clipped ReLU\n\
             superbatches: {} of {} steps of {} positions{quantised}\n\
             learning rate: {} to {} by cosine{transformer}, {}, weights averaged with decay {}\n\
             decay of the feature weights: {}, towards the mean of the king buckets: {}\n\
             target: sigmoid(score / {}), result weight {} to {}, lambda {}; output scale {}\n\
             seed: {}, buffer: {} positions\n",
            files.join(", "),
            describe_file(&self.validation),
            describe_layers(self.hidden_size, self.layer_stacks, self.layer_stacks),
            self.superbatches,
            self.batches_per_superbatch,
            self.batch_size,
            schedule.learning_rate,
            schedule.final_learning_rate,
            optimizer::NAME,
            self.average_decay,
            self.feature_decay.weights,
            self.feature_decay.buckets,
            self.scale,
            schedule.wdl,
            schedule.final_wdl,
            self.td_lambda,
            self.describe_output_scale(),
            self.seed,
            self.shuffle_buffer,
        )
    }
}

/// The name and the size of a file.
fn describe_file(path: &PathBuf) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    let size = fs::metadata(path).map_or(0, |metadata| metadata.len());
    format!("{} ({size} bytes)", name.to_string_lossy())
}
