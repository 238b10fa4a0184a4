//! The commands of the extensions.

use super::level::RebelLevel;

/// A command of the extensions.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) enum RebelCommand {
    /// `setvar NAME VALUE`
    SetVar {
        target: VariableRef,
        /// The rest of the line.
        value: String,
    },
    /// `getvar NAME`
    GetVar(VariableRef),
    /// `setlevel TYPE …`
    SetLevel(RebelLevel),
    /// `begin`: a group of settings starts.
    Begin,
    /// `end`: the settings of the group take effect.
    End,
}

/// A variable, an element of an array, or a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct VariableRef {
    /// The name, or a pattern with `*`.
    pub(super) name: String,
    /// The number of the element, from 1.
    pub(super) element: Option<usize>,
}
