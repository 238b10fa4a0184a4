//! A run over all games: analyses them on several threads and writes the outputs in the order of the inputs.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};

use super::analyser::Interruption;
use super::config::AnalysisConfig;
use super::error::AnalysisError;
use super::input::{InputReader, Inputs};
use super::outcome::{AnalysisEvent, AnalysisOutputs, AnalysisSummary};
use super::scheduler::{Done, Job, Workers};
use super::writer::OutputWriter;
use crate::search::Signal;

/// How often the interrupt flag is checked and the progress reported.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Games per thread that may be in work or wait for an earlier game, …
const GAMES_PER_THREAD: usize = 16;
/// … and their bytes.
const MAX_WAITING_BYTES: u64 = 32 << 20;

/// Analyses the games or positions of some files. Continues an interrupted run with the same configuration, inputs and
/// outputs. Stops early if `interrupted` is set. Calls `observe` with what happens.
pub fn run(
    config: &AnalysisConfig,
    paths: &[PathBuf],
    outputs: AnalysisOutputs,
    interrupted: &AtomicBool,
    observe: &mut dyn FnMut(AnalysisEvent),
) -> Result<AnalysisSummary, AnalysisError> {
    let inputs = Inputs::open(paths)?;
    let writer = OutputWriter::open(config, &inputs, outputs)?;
    if writer.games() > 0 {
        observe(AnalysisEvent::Resumed(writer.games()));
    }
    let stop = Arc::new(Signal::new(false));
    let bytes = AtomicU64::new(inputs.bytes_before(writer.place()));
    let workers = Workers {
        config,
        formats: writer.formats(),
        stop: &stop,
        bytes: &bytes,
    };
    let collector = thread::scope(|scope| -> Result<_, AnalysisError> {
        let (jobs, work) = unbounded();
        let (results, done) = unbounded();
        workers.start(scope, &work, &results)?;
        drop(results);
        let mut collector = Collector {
            reader: InputReader::new(&inputs, writer.place()),
            inputs: &inputs,
            number: writer.games(),
            writer,
            max_games: GAMES_PER_THREAD * config.threads.max(1),
            bytes: &bytes,
            sent: 0,
            waiting_bytes: 0,
            is_at_end: false,
            finished: BTreeMap::new(),
            next: 0,
        };
        let collected = collector.collect(&jobs, &done, interrupted, observe);
        stop.stop();
        drop(jobs);
        collected?;
        collector.write_rest(&done, observe)?;
        Ok(collector)
    })?;
    let is_interrupted = !collector.is_complete();
    let summary = AnalysisSummary {
        is_interrupted,
        ..collector.summary()
    };
    if !is_interrupted {
        collector.writer.finish()?;
    }
    Ok(summary)
}

/// Hands out the games and writes the results in their order.
struct Collector<'a, 'w> {
    reader: InputReader<'a>,
    inputs: &'a Inputs,
    writer: OutputWriter<'w>,
    max_games: usize,
    bytes: &'a AtomicU64,
    /// Items handed out.
    sent: u64,
    /// Games handed out in all runs.
    number: u64,
    /// Bytes of the items that are handed out and not written.
    waiting_bytes: u64,
    /// Whether all items are handed out.
    is_at_end: bool,
    /// Items that wait for earlier ones.
    finished: BTreeMap<u64, Done>,
    /// Number of items written.
    next: u64,
}

impl Collector<'_, '_> {
    /// Hands out and writes games until all are written or the run is interrupted.
    fn collect(
        &mut self,
        jobs: &Sender<Job>,
        done: &Receiver<Done>,
        interrupted: &AtomicBool,
        observe: &mut dyn FnMut(AnalysisEvent),
    ) -> Result<(), AnalysisError> {
        while !interrupted.load(Ordering::Relaxed) {
            self.hand_out(jobs)?;
            if self.is_complete() {
                break;
            }
            match done.recv_timeout(POLL_INTERVAL) {
                Ok(finished) => self.add(finished, observe)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            observe(AnalysisEvent::Progress(self.summary()));
        }
        Ok(())
    }

    /// Writes what was finished before the stop.
    fn write_rest(
        &mut self,
        done: &Receiver<Done>,
        observe: &mut dyn FnMut(AnalysisEvent),
    ) -> Result<(), AnalysisError> {
        for finished in done {
            if finished.result != Err(Interruption::Stopped) {
                self.add(finished, observe)?;
            }
        }
        Ok(())
    }

    fn hand_out(&mut self, jobs: &Sender<Job>) -> Result<(), AnalysisError> {
        let is_full = |collector: &Self| {
            let games = (collector.sent - collector.next) as usize;
            games >= collector.max_games
                || games > 0 && collector.waiting_bytes >= MAX_WAITING_BYTES
        };
        while !self.is_at_end && !is_full(self) {
            let Some(item) = self.reader.next()? else {
                self.is_at_end = true;
                break;
            };
            self.number += u64::from(item.is_game());
            self.waiting_bytes += item.bytes;
            let job = Job {
                index: self.sent,
                number: self.number,
                item,
            };
            self.sent += 1;
            // Without receivers the channel of results is closed too, which ends the run.
            let _ = jobs.send(job);
        }
        Ok(())
    }

    fn add(
        &mut self,
        finished: Done,
        observe: &mut dyn FnMut(AnalysisEvent),
    ) -> Result<(), AnalysisError> {
        self.finished.insert(finished.index, finished);
        while let Some(Done { item, result, .. }) = self.finished.remove(&self.next) {
            let rendered = result.map_err(|_| {
                let place = format!("{}, line {}", item.file, item.line);
                AnalysisError::Search(place)
            })?;
            if let Some(message) = &rendered.skipped {
                observe(AnalysisEvent::Skipped(message.clone()));
            }
            self.writer.write(self.inputs, &rendered, item.next)?;
            self.waiting_bytes -= item.bytes;
            self.next += 1;
        }
        Ok(())
    }

    fn is_complete(&self) -> bool {
        self.is_at_end && self.next == self.sent
    }

    fn summary(&self) -> AnalysisSummary {
        AnalysisSummary {
            games: self.writer.games(),
            skipped: self.writer.skipped(),
            bytes: self.bytes.load(Ordering::Relaxed),
            total_bytes: self.inputs.total_bytes(),
            is_interrupted: false,
        }
    }
}
