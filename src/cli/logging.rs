//! Logging, to files or standard error; standard output belongs to the protocol.
//!
//! There are two logs: one set up by the command line at start, and one that the option `Log File` opens and
//! closes at any time.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use env_logger::{Builder, Logger, Target};
use log::{LevelFilter, Log, Metadata, Record};

/// The logs of this process.
static LOGS: OnceLock<Logs> = OnceLock::new();

struct Logs {
    command_line: Logger,
    option: Logger,
    /// The file of `option`.
    file: OptionFile,
}

impl Log for Logs {
    fn enabled(&self, metadata: &Metadata) -> bool {
        self.command_line.enabled(metadata) || self.option.enabled(metadata)
    }

    fn log(&self, record: &Record) {
        self.command_line.log(record);
        self.option.log(record);
    }

    fn flush(&self) {
        self.command_line.flush();
        self.option.flush();
    }
}

impl Logs {
    /// Sets the global maximum level, so that disabled records are not even formatted.
    fn update_level(&self) {
        let option = match *self.file.lock() {
            Some(_) => self.option.filter(),
            None => LevelFilter::Off,
        };
        log::set_max_level(option.max(self.command_line.filter()));
    }
}

/// The open file of the option `Log File`.
#[derive(Clone, Default)]
struct OptionFile(Arc<Mutex<Option<File>>>);

impl OptionFile {
    fn lock(&self) -> MutexGuard<'_, Option<File>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for OptionFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut *self.lock() {
            Some(file) => file.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.lock().as_mut().map_or(Ok(()), File::flush)
    }
}

/// Appends the log to `file`, or writes it to standard error. `level` overrides the environment variable
/// `RUST_LOG`; the default is `info`, every protocol line, for a file, and `off` for standard error.
pub(super) fn start(file: Option<&Path>, level: Option<LevelFilter>) -> Result<(), String> {
    let builder = |default: LevelFilter| {
        let mut builder = Builder::new();
        builder.filter_level(default);
        builder.parse_default_env().format_timestamp_millis();
        if let Some(level) = level {
            builder.filter_level(level);
        }
        builder
    };
    let command_line = match file {
        Some(path) => {
            let target = Target::Pipe(Box::new(open(path)?));
            builder(LevelFilter::Info).target(target).build()
        }
        None => builder(LevelFilter::Off).build(),
    };
    let file = OptionFile::default();
    let target = Target::Pipe(Box::new(file.clone()));
    let logs = LOGS.get_or_init(|| Logs {
        command_line,
        option: option_builder().target(target).build(),
        file,
    });
    logs.update_level();
    log::set_logger(logs).map_err(|error| format!("cannot start logging: {error}"))
}

/// The option always logs the protocol lines, independent of command line and environment.
fn option_builder() -> Builder {
    let mut builder = Builder::new();
    builder
        .filter_level(LevelFilter::Info)
        .format_timestamp_millis();
    builder
}

/// Starts appending the option's log to a file, or closes it.
pub(super) fn set_option_file(path: Option<&Path>) -> Result<(), String> {
    let opened = path.map(open).transpose()?;
    if let Some(logs) = LOGS.get() {
        *logs.file.lock() = opened;
        logs.update_level();
    }
    Ok(())
}

fn open(path: &Path) -> Result<File, String> {
    // Opening a pipe without a reader would block.
    let is_special = std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
    let file = if is_special {
        Err(io::ErrorKind::InvalidInput.into())
    } else {
        OpenOptions::new().create(true).append(true).open(path)
    };
    // The message omits the system error: xboard mistakes some of them for failures of its own.
    file.map_err(|_| format!("the log file {} cannot be written", path.display()))
}
