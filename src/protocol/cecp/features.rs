//! The feature negotiation of version 2: `protover`, `feature`, `accepted` and `rejected`.

use super::option_lines::{OptionLines, rejected_option};
use super::variants::variant_names;
use super::version::Version;
use crate::engine::Options;
use crate::protocol::options::OptionKind;

/// The features that do not depend on options or variants. GUIs read no line longer than a few hundred characters.
/// SIGTERM is not needed, since `quit` works at any time; it ends the process all the same. `fen960` asks
/// for castling rights that name the rook's file, which is unambiguous with inner rooks. XBoard's other
/// undocumented features are left out: `level` is about a command that is understood in every form, and
/// `xedit` is not needed beside `setboard`.
const FEATURES: &[&str] = &[
    "ping=1 setboard=1 playother=1 usermove=1 san=1 time=1 draw=1 reuse=1 analyze=1",
    "sigint=0 sigterm=0 colors=0 ics=1 name=1 pause=1 nps=1 debug=1 memory=1 smp=1",
    "exclude=1 setscore=1 highlight=1 fen960=1 oocastle=1",
    "egt=\"syzygy\"",
];

/// The version that the GUI speaks, and its answers to the features that make the engine write
/// something. The other answers are not kept: without such a feature the GUI does not send the command,
/// or sends its old form, which is always understood.
#[derive(Clone, Debug)]
pub(super) struct Features {
    version: Version,
    /// `debug`: lines with `#` are accepted.
    debug: bool,
    /// `san`: moves are written in SAN.
    san: bool,
    /// `highlight`: marks on the board are accepted.
    highlight: bool,
    /// The option of kind `reset` is known: options are announced again after it, since the GUI has
    /// forgotten them.
    resets: bool,
    /// `option`
    option_lines: OptionLines,
}

impl Default for Features {
    /// Before any answer `highlight` and `resets` are on: they answer commands that the GUI would not send
    /// without them.
    fn default() -> Features {
        Features {
            version: Version::One,
            debug: false,
            san: false,
            highlight: true,
            resets: true,
            option_lines: OptionLines::default(),
        }
    }
}

impl Features {
    /// Handles `protover`. Returns the lines that answer it. They need no time, so that no `done=0` comes
    /// before them.
    pub(super) fn protover(&mut self, version: i64, options: &Options) -> Vec<String> {
        if version < 2 {
            return Vec::new();
        }
        self.version = Version::Two;
        let variants = format!("variants=\"{}\"", variant_names());
        let name = format!("myname=\"Diglot {}\"", env!("CARGO_PKG_VERSION"));
        FEATURES
            .iter()
            .map(|&features| features.to_owned())
            .chain([variants, name])
            .map(|features| format!("feature {features}"))
            .chain(self.option_lines(options))
            .collect()
    }

    /// The lines that announce the options; the last one has `done=1`.
    pub(super) fn option_lines(&self, options: &Options) -> Vec<String> {
        self.option_lines.all(options)
    }

    /// Handles `accepted` and `rejected`. Returns the line that announces a rejected option as an older type.
    pub(super) fn answer(
        &mut self,
        name: &str,
        accepted: bool,
        options: &Options,
    ) -> Option<String> {
        match name {
            "debug" => self.debug = accepted,
            "san" => self.san = accepted,
            "highlight" => self.highlight = accepted,
            _ if !accepted => return self.reject_option(name, options),
            _ => {}
        }
        None
    }

    /// Handles `rejected option NAME -TYPE ...`.
    fn reject_option(&mut self, text: &str, options: &Options) -> Option<String> {
        let option = text.strip_prefix("option")?.trim_matches([' ', '=', '"']);
        let spec = rejected_option(option)?;
        if let OptionKind::Reset = spec.kind {
            self.resets = false;
        }
        self.option_lines.reject(spec, options)
    }

    pub(super) fn version(&self) -> Version {
        self.version
    }

    pub(super) fn debug(&self) -> bool {
        self.debug
    }

    pub(super) fn san(&self) -> bool {
        self.san
    }

    pub(super) fn highlight(&self) -> bool {
        self.highlight
    }

    pub(super) fn resets(&self) -> bool {
        self.resets
    }
}
