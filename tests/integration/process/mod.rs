//! The program as a process.

mod analyse;
mod bench;
mod book;
mod command_line;
mod compliance;
mod conversations;
mod datagen;
mod eval;
#[cfg(unix)]
mod install;
mod interchange;
mod io;
mod log_file;
#[cfg(target_os = "linux")]
mod long_run;
#[cfg(unix)]
mod make;
#[cfg(unix)]
mod openbench;
mod plot;
mod quit;
mod rebel;
#[cfg(target_os = "linux")]
mod resources;
#[cfg(target_os = "linux")]
mod scarce_memory;
mod search;
mod settings;
mod speedtest;
mod startup;
mod suite;
#[cfg(target_os = "linux")]
mod terminal;
