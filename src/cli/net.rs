//! `diglot net`: converts networks of other trainers.

use std::io::Write;
use std::path::PathBuf;

use super::network_output::check_output;
use crate::eval::nnue::{BulletFormat, Network};
use crate::files::{read_regular, write_whole};

/// Size of the largest network that is read, in bytes.
const MAX_SIZE: u64 = 256 << 20;

#[derive(clap::Args)]
pub(super) struct NetArgs {
    #[command(subcommand)]
    command: NetCommand,
}

#[derive(clap::Subcommand)]
enum NetCommand {
    /// Convert a network that the trainer bullet has quantised (quantised.bin)
    Convert(NetConvertArgs),
}

#[derive(clap::Args)]
struct NetConvertArgs {
    /// Quantised network: (768 -> H) x 2 -> 1 x 8, SCReLU, horizontally mirrored, with no king buckets or Diglot's four, 8
    /// output buckets by piece count
    file: PathBuf,

    /// Write the network to FILE
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Quantised 1.0 in the feature transformer; the engine has 127
    #[arg(long, value_name = "N", default_value_t = 127)]
    qa: u32,

    /// Quantised 1.0 in the output weights
    #[arg(long, value_name = "N", default_value_t = 128)]
    qb: u32,

    /// Number of centipawns that a network output of 1 means: bullet's eval_scale, or another number to change the size
    /// of the scores
    #[arg(long, value_name = "N")]
    scale: u32,

    /// The output weights were saved without .transpose()
    #[arg(long)]
    column_major: bool,

    /// How the network was trained, for its header
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
}

/// Runs the command and returns the lines to print.
pub(super) fn run(args: &NetArgs) -> Result<Vec<String>, String> {
    let NetCommand::Convert(convert) = &args.command;
    convert.run()
}

impl NetConvertArgs {
    fn run(&self) -> Result<Vec<String>, String> {
        let (file, output) = (self.file.display(), self.output.display());
        check_output(&self.output)?;
        let format = BulletFormat {
            qa: self.qa,
            qb: self.qb,
            scale: self.scale,
            column_major: self.column_major,
        };
        let bytes = read_regular(&self.file, MAX_SIZE);
        let bytes = bytes.map_err(|error| format!("{file}: {error}"))?;
        let described = format!("converted from bullet's {file}");
        let description = self.description.as_ref().unwrap_or(&described);
        let network = Network::from_bullet(&bytes, &format, description)
            .map_err(|error| format!("{file} cannot be converted: {error}"))?;
        write_whole(
            &self.output,
            |error| format!("{output}: {error}"),
            |writer| {
                let written = writer.write_all(&network.to_bytes());
                written.map_err(|error| format!("{output}: {error}"))
            },
        )?;
        Ok(vec![format!("{output}: {}", network.summary())])
    }
}
