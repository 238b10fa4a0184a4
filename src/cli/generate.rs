//! `diglot generate`: the manual pages and shell completions of packages and of `make install`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Command;
use clap::builder::Resettable;
use clap_complete::Shell;
use clap_mangen::Man;

/// The section of the manual for games.
const SECTION: &str = "6";

/// The end of the manual page of the program, in roff: sections that clap cannot generate.
const FILES: &str = r"
.SH FILES
.TP
\fI~/.config/diglot/settings.txt\fR
Option values for CECP sessions, written by \fISave Settings\fR and read at the start of a session
.SH SEE ALSO
\fBxboard\fR(6)
";

#[derive(clap::Args)]
pub(super) struct GenerateArgs {
    /// Folder to write to; its folders man and completions are created
    folder: PathBuf,
}

/// Writes the manual pages and completions of `command`, the whole command line.
pub(super) fn run(args: &GenerateArgs, command: Command) -> Result<(), String> {
    // The long version names compiler and processor; the pages must depend on the sources alone.
    let command = command.long_version(Resettable::Reset);
    let failed = |error: io::Error| format!("cannot write to {}: {error}", args.folder.display());
    write_completions(&command, &args.folder.join("completions")).map_err(failed)?;
    write_manual(command, &args.folder.join("man")).map_err(failed)
}

fn write_completions(command: &Command, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let command = without_hidden_commands(command);
    for shell in [Shell::Bash, Shell::Fish, Shell::PowerShell, Shell::Zsh] {
        clap_complete::generate_to(shell, &mut command.clone(), "diglot", folder)?;
    }
    Ok(())
}

/// The commands that users need: clap's completions for Bash list hidden ones too.
fn without_hidden_commands(command: &Command) -> Command {
    let subcommands = command.get_subcommands();
    Command::new("diglot")
        .version(env!("CARGO_PKG_VERSION"))
        .args(command.get_arguments())
        .subcommands(subcommands.filter(|subcommand| !subcommand.is_hide_set()))
}

fn write_manual(command: Command, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut command = command.disable_help_subcommand(true);
    command.build();
    write_pages(&command, folder)?;
    let page = folder.join(format!("diglot.{SECTION}"));
    let mut file = File::options().append(true).open(page)?;
    file.write_all(FILES.trim_start().as_bytes())
}

/// Writes the page of a command and those of its subcommands.
fn write_pages(command: &Command, folder: &Path) -> io::Result<()> {
    let page = Man::new(command.clone())
        .section(SECTION)
        .source(concat!("Diglot ", env!("CARGO_PKG_VERSION")))
        .manual("Games");
    page.generate_to(folder)?;
    let subcommands = command.get_subcommands();
    subcommands
        .filter(|subcommand| !subcommand.is_hide_set())
        .try_for_each(|subcommand| write_pages(subcommand, folder))
}
