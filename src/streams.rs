//! Standard input and output. Another program may have made them non-blocking: then reading waits for input, and writing
//! for room.

use std::io::{self, IsTerminal};

#[cfg(not(unix))]
pub(crate) use fallback::{input, output, watch_output};
#[cfg(unix)]
pub(crate) use unix::{input, output, watch_output};

/// Whether a person types the input and reads the messages: GUIs use pipes.
pub(crate) fn are_used_by_a_person() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::io::{self, ErrorKind, Read, Write};
    use std::os::fd::{AsFd, OwnedFd};
    use std::thread;

    use crossbeam_channel::{Receiver, bounded};
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    /// A stream that waits where a non-blocking one fails.
    pub(crate) struct Waiting(File);

    impl Waiting {
        fn retry<T>(
            &mut self,
            ready: PollFlags,
            mut action: impl FnMut(&mut File) -> io::Result<T>,
        ) -> io::Result<T> {
            loop {
                match action(&mut self.0) {
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {
                        wait(&self.0, ready)?;
                    }
                    result => return result,
                }
            }
        }
    }

    impl Read for Waiting {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.retry(PollFlags::IN, |file| file.read(buffer))
        }
    }

    impl Write for Waiting {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.retry(PollFlags::OUT, |file| file.write(bytes))
        }

        fn flush(&mut self) -> io::Result<()> {
            self.0.flush()
        }
    }

    /// Waits until a stream is ready, closed or broken.
    fn wait(stream: &impl AsFd, ready: PollFlags) -> io::Result<PollFlags> {
        loop {
            let mut streams = [PollFd::new(stream, ready)];
            match poll(&mut streams, None) {
                Ok(_) => return Ok(streams[0].revents()),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Standard input, without a buffer.
    pub(crate) fn input() -> io::Result<Waiting> {
        own(&io::stdin()).map(|stream| Waiting(stream.into()))
    }

    /// Standard output, without a buffer.
    pub(crate) fn output() -> io::Result<Waiting> {
        own(&io::stdout()).map(|stream| Waiting(stream.into()))
    }

    fn own(stream: &impl AsFd) -> io::Result<OwnedFd> {
        stream.as_fd().try_clone_to_owned()
    }

    /// What to wait for to learn that the other end is closed. Without requested events there is an answer only then, but
    /// systems by Apple never answer without any.
    const HANG_UP: PollFlags = if cfg!(target_vendor = "apple") {
        PollFlags::HUP
    } else {
        PollFlags::empty()
    };

    /// Starts a thread that sends a message when nobody can read standard output any more, even if nothing is written.
    pub(crate) fn watch_output() -> io::Result<Receiver<()>> {
        watch(own(&io::stdout())?)
    }

    fn watch(stream: OwnedFd) -> io::Result<Receiver<()>> {
        let (sender, closed) = bounded(1);
        let run = move || {
            let answer = match wait(&stream, HANG_UP) {
                Ok(events) if events.contains(PollFlags::NVAL) => Err(Errno::NODEV.into()),
                answer => answer,
            };
            match answer {
                // Fails only while the process ends.
                Ok(_) => drop(sender.send(())),
                Err(error) => {
                    log::warn!("the end of the reader goes unnoticed: {error}");
                    // A channel without sender would be ready.
                    std::mem::forget(sender);
                }
            }
        };
        thread::Builder::new()
            .name("output watch".to_owned())
            .spawn(run)?;
        Ok(closed)
    }

    #[cfg(test)]
    mod tests {
        use std::os::unix::net::UnixStream;
        use std::time::Duration;

        use super::*;

        fn pair() -> (Waiting, UnixStream) {
            let (own, other) = UnixStream::pair().unwrap();
            own.set_nonblocking(true).unwrap();
            (Waiting(OwnedFd::from(own).into()), other)
        }

        #[test]
        fn reading_a_non_blocking_stream_waits_for_input() {
            let (mut own, mut other) = pair();
            let writer = thread::spawn(move || {
                for byte in [b'a', b'b'] {
                    thread::sleep(Duration::from_millis(20));
                    other.write_all(&[byte]).unwrap();
                }
            });
            let mut text = String::new();
            own.read_to_string(&mut text).unwrap();
            assert_eq!(text, "ab");
            writer.join().unwrap();
        }

        #[test]
        fn writing_to_a_non_blocking_stream_waits_for_room() {
            let (mut own, mut other) = pair();
            let bytes: Vec<u8> = (0..=255).cycle().take(1 << 22).collect();
            let expected = bytes.clone();
            let writer = thread::spawn(move || own.write_all(&bytes));
            thread::sleep(Duration::from_millis(50));
            let mut read = Vec::new();
            other.read_to_end(&mut read).unwrap();
            assert!(read == expected);
            writer.join().unwrap().unwrap();
            let (mut own, other) = pair();
            drop(other);
            assert!(own.write_all(b"x").is_err());
        }

        #[test]
        fn the_end_of_a_reader_is_noticed_without_writing() {
            let (reader, writer) = io::pipe().unwrap();
            let closed = watch(writer.into()).unwrap();
            assert!(closed.recv_timeout(Duration::from_millis(50)).is_err());
            drop(reader);
            assert_eq!(closed.recv_timeout(Duration::from_secs(60)), Ok(()));
        }
    }
}

/// Elsewhere streams are not made non-blocking, and a closed output is noticed when something is written.
#[cfg(not(unix))]
mod fallback {
    use std::io::{self, Stdin, Stdout};

    use crossbeam_channel::{Receiver, never};

    pub(crate) fn input() -> io::Result<Stdin> {
        Ok(io::stdin())
    }

    pub(crate) fn output() -> io::Result<Stdout> {
        Ok(io::stdout())
    }

    pub(crate) fn watch_output() -> io::Result<Receiver<()>> {
        Ok(never())
    }
}
