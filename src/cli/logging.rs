//! Where the log goes. Standard output belongs to the protocol and never sees it.
//!
//! There are two logs: the one of the command line, which is there from the start or never, and the
//! one of the option `Log File`, which comes and goes.

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
    /// Where the latter goes.
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
    /// Saves callers from writing what nobody reads.
    fn update_level(&self) {
        let option = match *self.file.lock() {
            Some(_) => self.option.filter(),
            None => LevelFilter::Off,
        };
        log::set_max_level(option.max(self.command_line.filter()));
    }
}

/// The file of the option, if it names one.
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

/// Logs to the end of `file`, or to standard error without one. `level` overrides the environment
/// variable `RUST_LOG`; without both a file gets every line in and out, and standard error nothing.
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
    log::set_logger(logs).map_err(|error| format!("no log: {error}"))
}

/// The option is there for what comes in and goes out, whatever the command line and the environment
/// say about the other log.
fn option_builder() -> Builder {
    let mut builder = Builder::new();
    builder
        .filter_level(LevelFilter::Info)
        .format_timestamp_millis();
    builder
}

/// Lets the option's log go to the end of a file from now on, or nowhere.
pub(super) fn set_option_file(path: Option<&Path>) -> Result<(), String> {
    let opened = path.map(open).transpose()?;
    if let Some(logs) = LOGS.get() {
        *logs.file.lock() = opened;
        logs.update_level();
    }
    Ok(())
}

fn open(path: &Path) -> Result<File, String> {
    // A pipe that nobody reads would hold up whoever opens it.
    let is_special = std::fs::metadata(path).is_ok_and(|data| !data.is_file());
    let file = match is_special {
        true => Err(io::ErrorKind::InvalidInput.into()),
        false => OpenOptions::new().create(true).append(true).open(path),
    };
    // The reason stays untold: xboard takes some system errors for a failure of its own.
    file.map_err(|_| format!("the log file {} cannot be written", path.display()))
}
