//! Process signals. All handlers are installed here; only Unix has these signals.

#[cfg(not(unix))]
pub(crate) use fallback::{SessionSignals, interrupt_flag};
#[cfg(unix)]
pub(crate) use unix::{SessionSignals, interrupt_flag};

#[cfg(unix)]
mod unix {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::Duration;

    use crossbeam_channel::{Receiver, bounded};
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;

    /// Time the main thread has to end the process after SIGTERM.
    const EXIT_GRACE: Duration = Duration::from_millis(700);

    /// Returns a flag that the first SIGINT or SIGTERM sets. The second one ends the process.
    pub(crate) fn interrupt_flag() -> io::Result<Arc<AtomicBool>> {
        let interrupted = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // The order matters: the default action must test the flag before it is set.
            flag::register_conditional_default(signal, Arc::clone(&interrupted))?;
            flag::register(signal, Arc::clone(&interrupted))?;
        }
        Ok(interrupted)
    }

    /// Signals during a protocol session: SIGTERM acts like `quit`. SIGINT, which xboard sends to interrupt
    /// old engines, is ignored while CECP is spoken and keeps its default action otherwise.
    pub(crate) struct SessionSignals {
        interruptible: Arc<AtomicBool>,
        terminated: Receiver<()>,
    }

    impl SessionSignals {
        pub(crate) fn install() -> io::Result<SessionSignals> {
            let interruptible = Arc::new(AtomicBool::new(true));
            flag::register_conditional_default(SIGINT, Arc::clone(&interruptible))?;
            let mut terminations = signal_hook::iterator::Signals::new([SIGTERM])?;
            let (sender, terminated) = bounded(1);
            let wait = move || {
                if terminations.forever().next().is_some() {
                    // The receiver is gone only when the process is already ending.
                    let _ = sender.send(());
                    // Exits even if the main thread is busy, which it never should be for long.
                    thread::sleep(EXIT_GRACE);
                    std::process::exit(0);
                }
            };
            thread::Builder::new()
                .name("signals".to_owned())
                .spawn(wait)?;
            Ok(SessionSignals {
                interruptible,
                terminated,
            })
        }

        /// Sets whether SIGINT is ignored.
        pub(crate) fn ignore_interrupts(&self, ignore: bool) {
            self.interruptible.store(!ignore, Ordering::Relaxed);
        }

        /// A channel that becomes ready on SIGTERM.
        pub(crate) fn terminated(&self) -> &Receiver<()> {
            &self.terminated
        }
    }
}

/// Without Unix signals an interrupt ends the process at once.
#[cfg(not(unix))]
mod fallback {
    use std::io;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use crossbeam_channel::{Receiver, never};

    pub(crate) fn interrupt_flag() -> io::Result<Arc<AtomicBool>> {
        Ok(Arc::new(AtomicBool::new(false)))
    }

    pub(crate) struct SessionSignals {
        terminated: Receiver<()>,
    }

    impl SessionSignals {
        pub(crate) fn install() -> io::Result<SessionSignals> {
            let terminated = never();
            Ok(SessionSignals { terminated })
        }

        pub(crate) fn ignore_interrupts(&self, _ignore: bool) {}

        pub(crate) fn terminated(&self) -> &Receiver<()> {
            &self.terminated
        }
    }
}
