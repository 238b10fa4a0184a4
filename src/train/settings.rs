//! What to train, and how.

use std::fs;
use std::path::PathBuf;

use super::gradient::Target;
use super::lookahead::Lookahead;
use super::optimizer;
use super::schedule::Schedule;

/// What to train, and how.
#[derive(Clone, Debug)]
pub struct TrainConfig {
    /// Files of games to learn from.
    pub data: Vec<PathBuf>,
    /// A file of other games, to judge by.
    pub validation: PathBuf,
    /// A network that the training begins with, instead of with random weights.
    pub start: Option<PathBuf>,
    /// Neurons a side: a multiple of 32, and not less than the network has that it begins with.
    pub hidden: usize,
    /// How many stages the training has. After each the network is judged and kept.
    pub superbatches: u64,
    /// Steps of a superbatch.
    pub superbatch_steps: u64,
    /// Positions of a step.
    pub batch: usize,
    /// What changes in the course of the training; `steps` is set by the two numbers above.
    pub schedule: Schedule,
    /// The width in centipawns of the logistic curve that turns scores into chances, which is also what an
    /// output of 1 stands for: at so many centipawns a side is to win 73% of the points.
    pub scale: u32,
    /// How many centipawns an output of 1 stands for in the engine, if not `scale`: its margins are made for scores
    /// of a certain size.
    pub output_scale: Option<u32>,
    /// How much of what a position is to be worth comes from the scores after it in the game, 0 to 1
    /// (TD(λ)). The network is judged by the scores of the positions themselves.
    pub lambda: f64,
    /// Threads that learn, beside one that reads. Their number does not change the result.
    pub threads: usize,
    /// Other seeds begin otherwise and take the positions in another order.
    pub seed: u64,
    /// How many positions are held in memory to be mixed, 32 bytes each.
    pub buffer: usize,
    /// Where checkpoints go: the state of the training, and the network after each superbatch.
    pub checkpoint: Option<PathBuf>,
    /// Whether to go on from the checkpoint.
    pub resume: bool,
}

impl TrainConfig {
    pub(super) fn schedule(&self) -> Schedule {
        let steps = self.superbatches * self.superbatch_steps;
        Schedule {
            steps,
            ..self.schedule
        }
    }

    pub(super) fn output_scale(&self) -> u32 {
        self.output_scale.unwrap_or(self.scale)
    }

    pub(super) fn lookahead(&self) -> Lookahead {
        Lookahead {
            weight: self.lambda,
            scale: f64::from(self.scale),
        }
    }

    /// The positions to judge by are judged by the target that the training ends with.
    pub(super) fn final_target(&self) -> Target {
        Target {
            result_weight: self.schedule.final_result_weight as f32,
            scale: self.scale as f32,
        }
    }

    /// Everything that the result depends on, the contents of the files excepted, as text.
    pub(super) fn text(&self) -> String {
        let files: Vec<String> = self.data.iter().map(file_text).collect();
        let schedule = &self.schedule;
        let start = self.start.as_ref().map(file_text);
        let start = start.map_or_else(String::new, |start| format!("begun with: {start}\n"));
        format!(
            "data: {}\nvalidation: {}\n{start}\
             network: 768 -> {} x 2 -> 8, squared clipped ReLU\n\
             superbatches: {} of {} steps of {} positions\n\
             learning rate: {} to {} by cosine, {}\n\
             target: sigmoid(score / {}), result weight {} to {}, lambda {}; an output of 1 is {} centipawns\n\
             seed: {}, buffer: {} positions\n",
            files.join(", "),
            file_text(&self.validation),
            self.hidden,
            self.superbatches,
            self.superbatch_steps,
            self.batch,
            schedule.learning_rate,
            schedule.final_learning_rate,
            optimizer::NAME,
            self.scale,
            schedule.result_weight,
            schedule.final_result_weight,
            self.lambda,
            self.output_scale(),
            self.seed,
            self.buffer,
        )
    }
}

/// A file's name, and its size to tell it from others.
fn file_text(path: &PathBuf) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    let size = fs::metadata(path).map_or(0, |data| data.len());
    format!("{} ({size} bytes)", name.to_string_lossy())
}
