//! The thread that reads and shuffles batches ahead of the training threads.

use std::sync::mpsc::SyncSender;

use super::error::TrainError;
use super::games::{ReadCounts, SharedReadCounts};
use super::sample::Sample;
use super::shuffle::Shuffler;

/// A batch, and the counts of what was read when it was complete.
pub(super) type Batch = Result<(Vec<Sample>, ReadCounts), TrainError>;

/// Drops the first `skip` batches and sends the following ones until the receiver is gone.
pub(super) fn send_batches(
    shuffler: Result<Shuffler, TrainError>,
    batch_size: usize,
    skip: u64,
    counts: &SharedReadCounts,
    sender: &SyncSender<Batch>,
) {
    let mut shuffler = match shuffler {
        Ok(shuffler) => shuffler,
        Err(error) => {
            // If the receiver is gone, the run has already ended.
            let _ = sender.send(Err(error));
            return;
        }
    };
    let mut left_to_skip = skip;
    loop {
        let batch = shuffler.batch(batch_size).map(|batch| {
            let counts = ReadCounts {
                epochs: shuffler.epochs(),
                ..counts.get()
            };
            (batch, counts)
        });
        if batch.is_ok() && left_to_skip > 0 {
            left_to_skip -= 1;
            continue;
        }
        let is_last = batch.is_err();
        if sender.send(batch).is_err() || is_last {
            return;
        }
    }
}
