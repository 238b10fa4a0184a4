//! The inner loops as function pointers.

use super::super::architecture::{ATTACK_INPUTS, Block};
use super::super::network::LayerStack;

/// `to` = `from` + rows `added` of `table` − rows `removed`, where accumulators have `blocks` blocks, and rows as many
/// weights.
pub(super) type Update = unsafe fn(
    to: *mut Block,
    from: *const Block,
    blocks: usize,
    table: *const i8,
    added: &[u16],
    removed: &[u16],
);

/// The dot product of SCReLU(`own`) followed by SCReLU(`enemy`) with `weights`.
pub(super) type Output = unsafe fn(own: &[Block], enemy: &[Block], weights: *const Block) -> i32;

/// The same, and the output of a layer stack.
pub(super) type OutputAndStack = unsafe fn(
    own: &[Block],
    enemy: &[Block],
    weights: *const Block,
    stack: &LayerStack,
    attack_inputs: Option<&[f32; ATTACK_INPUTS]>,
) -> (i32, f32);

/// The inner loops compiled for one instruction set.
pub(super) struct Variant {
    pub(super) name: &'static str,
    pub(super) is_available: fn() -> bool,
    pub(super) update: Update,
    pub(super) output: Output,
    pub(super) output_and_stack: OutputAndStack,
}
