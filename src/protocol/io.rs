//! Reads standard input and writes standard output, each on a thread of its own, so that a silent GUI or
//! one that does not read cannot block the engine.

use std::io::{self, BufRead, BufReader, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use super::session::Input;
use crate::streams;

/// Longest line that is accepted, in bytes. No game needs as much.
const MAX_LINE: usize = 1 << 20;

/// Bytes that are kept of a longer line, to tell its command.
const START: usize = 40;

/// Number of lines that the thread reads ahead.
const MAX_READ_AHEAD: usize = 64;

/// Bytes of unread output from which on the reports of the search are dropped.
const MAX_UNREAD_REPORTS: usize = 1 << 20;

/// Bytes of unread output from which on no more input is to be read.
const MAX_UNREAD: usize = 16 << 20;

/// Prints lines to standard error, for a person.
pub(super) fn tell(lines: &[&str]) {
    // Nobody reads the message if it cannot be written.
    let _ = writeln!(io::stderr(), "{}", lines.join("\n"));
}

/// The channel of the lines that are read. Reading waits while it is full.
pub(super) fn input_channel() -> (Sender<Input>, Receiver<Input>) {
    bounded(MAX_READ_AHEAD)
}

/// Starts the thread that reads standard input.
pub(super) fn spawn_reader(inputs: Sender<Input>) -> io::Result<()> {
    let source = BufReader::new(streams::input()?);
    let read = move || read_lines(source, &inputs);
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(read)?;
    Ok(())
}

/// Sends every line of `source`, then [`Input::EndOfInput`]. A read error counts as the end. A line ends
/// with a line feed, a carriage return or both in either order: UCI allows every combination.
fn read_lines(mut source: impl BufRead, inputs: &Sender<Input>) {
    let mut splitter = Splitter::default();
    let mut last_end = None;
    loop {
        let chunk = match source.fill_buf() {
            Ok([]) => break,
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let next = chunk[0];
        let ended_with = last_end.take();
        if is_line_end(next) && ended_with.is_some_and(|end| end != next) {
            // The second half of a line end. The line was sent without waiting for it.
            source.consume(1);
            continue;
        }
        let end = chunk.iter().position(|&byte| is_line_end(byte));
        let (part, complete) = (&chunk[..end.unwrap_or(chunk.len())], end.is_some());
        last_end = end.map(|end| chunk[end]);
        let consumed = part.len() + usize::from(complete);
        let input = splitter.push(part, complete);
        source.consume(consumed);
        if input.is_some_and(|input| inputs.send(input).is_err()) {
            return; // the main loop has ended
        }
    }
    let last = (!splitter.is_empty()).then(|| splitter.push(&[], true));
    for input in last.flatten().into_iter().chain([Input::EndOfInput]) {
        // Fails only while the process ends.
        let _ = inputs.send(input);
    }
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Assembles a line from parts.
#[derive(Default)]
struct Splitter {
    line: Vec<u8>,
    /// The start of a line that is too long, while the rest of it is dropped.
    overlong: Option<String>,
}

impl Splitter {
    fn is_empty(&self) -> bool {
        self.line.is_empty() && self.overlong.is_none()
    }

    /// Appends a part of a line. Returns the line if `complete`.
    fn push(&mut self, part: &[u8], complete: bool) -> Option<Input> {
        if self.overlong.is_none() {
            self.line.extend_from_slice(part);
        }
        if self.line.len() > MAX_LINE {
            let line = std::mem::take(&mut self.line);
            self.overlong = Some(decode(
                line.trim_ascii_start().get(..START).unwrap_or_default(),
            ));
        }
        if !complete {
            return None;
        }
        let received = Instant::now();
        if let Some(start) = self.overlong.take() {
            return Some(Input::Overlong { start });
        }
        let text = decode(&self.line);
        self.line.clear();
        Some(Input::Line { text, received })
    }
}

/// Decodes a line, without the byte order mark that some shells put at the start of a pipe.
fn decode(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned()
}

/// A thread that writes batches of lines.
pub(super) struct Writer {
    batches: Sender<Vec<String>>,
    unread: Arc<AtomicUsize>,
    drained: Receiver<()>,
    ended: Receiver<()>,
}

impl Writer {
    /// Starts a thread that writes to `target`.
    pub(super) fn start(target: impl Write + Send + 'static) -> io::Result<Writer> {
        let (batches, to_write) = unbounded();
        let (drain, drained) = bounded(1);
        let (end, ended) = bounded(0);
        let unread = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&unread);
        let write = move || {
            write_batches(target, &to_write, &counter, &drain);
            drop::<Sender<()>>(end);
        };
        thread::Builder::new()
            .name("output".to_owned())
            .spawn(write)?;
        Ok(Writer {
            batches,
            unread,
            drained,
            ended,
        })
    }

    /// Writes lines in one write.
    pub(super) fn write(&self, lines: Vec<String>) {
        if !lines.is_empty() {
            self.unread.fetch_add(size(&lines), Ordering::Relaxed);
            // The main loop notices through `ended` that the thread is gone.
            let _ = self.batches.send(lines);
        }
    }

    /// Whether so much output is unread that the reports of the search are to be dropped.
    pub(super) fn is_congested(&self) -> bool {
        self.unread.load(Ordering::Relaxed) > MAX_UNREAD_REPORTS
    }

    /// Whether so much output is unread that no more input is to be read.
    pub(super) fn is_full(&self) -> bool {
        self.unread.load(Ordering::Relaxed) > MAX_UNREAD
    }

    /// A channel with a message if [`Writer::is_full`] has ended.
    pub(super) fn drained(&self) -> &Receiver<()> {
        &self.drained
    }

    /// A channel that is closed when writing has failed.
    pub(super) fn ended(&self) -> &Receiver<()> {
        &self.ended
    }

    /// Waits until everything is written, at most for `limit`.
    pub(super) fn finish(self, limit: Duration) {
        drop(self.batches);
        // Closed or timed out.
        let _ = self.ended.recv_timeout(limit);
    }
}

/// Bytes of lines with their ends.
fn size(lines: &[String]) -> usize {
    lines.iter().map(|line| line.len() + 1).sum()
}

fn write_batches(
    mut target: impl Write,
    batches: &Receiver<Vec<String>>,
    unread: &AtomicUsize,
    drain: &Sender<()>,
) {
    for lines in batches {
        let mut text = lines.join("\n");
        text.push('\n');
        let written = target
            .write_all(text.as_bytes())
            .and_then(|()| target.flush());
        if written.is_err() {
            return;
        }
        let before = unread.fetch_sub(size(&lines), Ordering::Relaxed);
        if before > MAX_UNREAD && before - size(&lines) <= MAX_UNREAD {
            // One pending message is enough.
            let _ = drain.try_send(());
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<String> {
        let (sender, receiver) = unbounded();
        // A small buffer, so that lines come in parts.
        read_lines(io::BufReader::with_capacity(7, bytes), &sender);
        drop(sender);
        receiver
            .into_iter()
            .map(|input| match input {
                Input::Line { text, .. } => text,
                other => format!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn line_ends_of_all_systems_are_accepted() {
        assert_eq!(
            read(b"uci\r\n\n  isready  \nposition startpos\nquit"),
            [
                "uci",
                "",
                "  isready  ",
                "position startpos",
                "quit",
                "EndOfInput"
            ]
        );
        assert_eq!(
            read(b"uci\risready\r\rquit\r"),
            ["uci", "isready", "", "quit", "EndOfInput"]
        );
        assert_eq!(
            read(b"uci\n\risready\n\r\n\rquit\n\r"),
            ["uci", "isready", "", "quit", "EndOfInput"]
        );
        assert_eq!(
            read(b"debug\r\n\r\nisready\r\n"),
            ["debug", "", "isready", "EndOfInput"]
        );
        assert_eq!(read(b""), ["EndOfInput"]);
        assert_eq!(read(b"uci\n"), ["uci", "EndOfInput"]);
    }

    #[test]
    fn invalid_utf8_is_replaced() {
        assert_eq!(
            read(b"\xef\xbb\xbfuci\na\xffb\n"),
            ["uci", "a\u{fffd}b", "EndOfInput"]
        );
    }

    #[test]
    fn an_overlong_line_is_reported_once() {
        let mut bytes = vec![b'x'; 3 * MAX_LINE];
        bytes.extend_from_slice(b"\nisready\n");
        let overlong = format!("Overlong {{ start: {:?} }}", "x".repeat(START));
        assert_eq!(read(&bytes), [overlong.as_str(), "isready", "EndOfInput"]);
        let longest = vec![b'x'; MAX_LINE];
        assert_eq!(read(&longest)[0].len(), MAX_LINE);
        assert_eq!(
            read(&vec![b'x'; MAX_LINE + 1]),
            [overlong.as_str(), "EndOfInput"]
        );
    }

    /// Records the writes and fails after `left` of them.
    struct Pipe {
        writes: Sender<Vec<u8>>,
        left: usize,
    }

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.left = self.left.checked_sub(1).ok_or(io::ErrorKind::BrokenPipe)?;
            self.writes.send(bytes.to_vec()).unwrap();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_batch_is_one_write_and_a_broken_pipe_ends_the_writer() {
        let (writes, written) = unbounded();
        let writer = Writer::start(Pipe { writes, left: 1 }).unwrap();
        writer.write(Vec::new());
        writer.write(vec!["info depth 1".to_owned(), "bestmove e2e4".to_owned()]);
        let bytes = written.recv().unwrap();
        assert_eq!(bytes, b"info depth 1\nbestmove e2e4\n");
        assert!(
            writer
                .ended()
                .try_recv()
                .is_err_and(|error| error.is_empty())
        );
        writer.write(vec!["readyok".to_owned()]);
        assert!(writer.ended().recv().is_err());
        writer.finish(Duration::from_secs(60));
    }

    /// A source that counts the bytes that are read and never ends.
    struct Endless(Arc<AtomicUsize>);

    impl io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            buffer.fill(b'\n');
            self.0.fetch_add(buffer.len(), Ordering::Relaxed);
            Ok(buffer.len())
        }
    }

    #[test]
    fn reading_waits_while_many_lines_wait() {
        let (sender, receiver) = input_channel();
        let bytes = Arc::new(AtomicUsize::new(0));
        let source = BufReader::with_capacity(16, Endless(Arc::clone(&bytes)));
        let reader = thread::spawn(move || read_lines(source, &sender));
        thread::sleep(Duration::from_millis(100));
        let read = bytes.load(Ordering::Relaxed);
        assert!(read <= MAX_READ_AHEAD + 32, "{read}");
        for _ in 0..1000 {
            receiver.recv().unwrap();
        }
        // The thread notices that nobody receives any more.
        drop(receiver);
        reader.join().unwrap();
    }

    /// Writes as soon as there is a message.
    struct Gate(Receiver<()>);

    impl Write for Gate {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.recv().map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_writer_tells_how_much_is_unread() {
        let (open, gate) = unbounded();
        let writer = Writer::start(Gate(gate)).unwrap();
        let line = || vec!["x".repeat(MAX_UNREAD_REPORTS)];
        writer.write(vec!["readyok".to_owned()]);
        assert!(!writer.is_congested());
        writer.write(line());
        assert!(writer.is_congested() && !writer.is_full());
        for _ in 0..16 {
            writer.write(line());
        }
        assert!(writer.is_full() && writer.drained().is_empty());
        for _ in 0..17 {
            open.send(()).unwrap();
        }
        writer
            .drained()
            .recv_timeout(Duration::from_secs(60))
            .unwrap();
        assert!(!writer.is_full());
        open.send(()).unwrap();
        writer.finish(Duration::from_secs(60));
    }
}
