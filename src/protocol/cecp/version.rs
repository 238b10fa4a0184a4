//! The versions of the protocol.

/// The version of the protocol that the GUI speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Version {
    /// No `protover` has come.
    #[default]
    One,
    /// Version 2 or later.
    Two,
}
