//! The inner loops, generic over the vector type, compiled once for each SIMD variant.

use std::mem::MaybeUninit;

use super::super::architecture::{
    ATTACK_INPUTS, BLOCK, Block, ByteBlock, L1_GROUP, L1_SIZE, L2_INPUTS, L2_SIZE,
};
use super::super::layer_stack::{L2_BLOCKS, L2Inputs};
use super::super::network::LayerStack;
use super::vector::Vector;

/// Number of vectors kept in registers while rows are added.
const TILE: usize = 8;

/// Blocks of pairs of accumulator values whose inputs for a layer stack are computed at a time.
const L1_CHUNK: usize = 16;
/// Registers for the outputs of a layer stack's first layer, 32 bits each. The narrowest vector type needs all of them;
/// others split each sum into several, which need not wait for each other.
const L1_REGISTERS: usize = 4;

/// Registers for the outputs of a layer stack's second layer, likewise.
const L2_REGISTERS: usize = 8;

/// Declares a [`super::variant::Variant`]: the inner loops compiled for a vector type and the target features it
/// needs.
macro_rules! variant {
    ($variant:ident, $name:literal, $vector:ty $(, $feature:tt)*) => {
        pub(super) const $variant: super::variant::Variant = {
            use super::super::architecture::{ATTACK_INPUTS, Block};
            use super::super::network::LayerStack;

            $(#[target_feature(enable = $feature)])*
            unsafe fn update(
                to: *mut Block,
                from: *const Block,
                blocks: usize,
                table: *const i8,
                added: &[u16],
                removed: &[u16],
            ) {
                // SAFETY: upheld by the caller.
                unsafe {
                    super::kernels::update::<$vector>(to, from, blocks, table, added, removed)
                }
            }

            $(#[target_feature(enable = $feature)])*
            unsafe fn output(own: &[Block], enemy: &[Block], weights: *const Block) -> i32 {
                // SAFETY: upheld by the caller.
                unsafe { super::kernels::output::<$vector>(own, enemy, weights) }
            }

            $(#[target_feature(enable = $feature)])*
            unsafe fn output_and_stack(
                own: &[Block],
                enemy: &[Block],
                weights: *const Block,
                stack: &LayerStack,
                attack_inputs: Option<&[f32; ATTACK_INPUTS]>,
            ) -> (i32, f32) {
                // SAFETY: upheld by the caller.
                unsafe {
                    super::kernels::output_and_stack::<$vector>(
                        own,
                        enemy,
                        weights,
                        stack,
                        attack_inputs,
                    )
                }
            }

            super::variant::Variant {
                name: $name,
                is_available: || true $(&& is_x86_feature_detected!($feature))*,
                update,
                output,
                output_and_stack,
            }
        };
    };
}
pub(super) use variant;

/// Implements [`super::variant::Update`]. Quiet moves (add-sub) and captures (add-sub-sub) have
/// straight-line code.
///
/// # Safety
/// See [`Vector`]. `to` and `from`, which may be the same, have `blocks` blocks, and the table has a row of `blocks` ·
/// [`BLOCK`] weights for every feature. It is aligned to 64 bytes, which aligns each row to [`BLOCK`] bytes, half the size
/// of the widest register.
#[inline(always)]
pub(super) unsafe fn update<V: Vector>(
    to: *mut Block,
    from: *const Block,
    blocks: usize,
    table: *const i8,
    added: &[u16],
    removed: &[u16],
) {
    let count = blocks * BLOCK;
    // SAFETY: a feature has a row in the table.
    let row = |feature: u16| unsafe { table.add(usize::from(feature) * count) };
    let (to, from) = (to.cast(), from.cast());
    // SAFETY: upheld by the caller.
    unsafe {
        match (added, removed) {
            (&[a], &[r]) => update_rows::<V>(to, from, count, &[row(a)], &[row(r)]),
            (&[a], &[r, s]) => update_rows::<V>(to, from, count, &[row(a)], &[row(r), row(s)]),
            _ => {
                let mut at = 0;
                while at + TILE * V::LANES <= count {
                    update_tile::<V, TILE>(to, from, at, row, added, removed);
                    at += TILE * V::LANES;
                }
                while at < count {
                    update_tile::<V, 1>(to, from, at, row, added, removed);
                    at += V::LANES;
                }
            }
        }
    }
}

/// # Safety
/// See [`Vector`]. All pointers are to `count` integers, of 16 bits, or of 8 bits in the rows.
#[inline(always)]
unsafe fn update_rows<V: Vector>(
    to: *mut i16,
    from: *const i16,
    count: usize,
    added: &[*const i8],
    removed: &[*const i8],
) {
    let mut at = 0;
    while at < count {
        // SAFETY: upheld by the caller; `at` is below `count`, and both are multiples of the vector length.
        unsafe {
            let mut sums = V::load(from.add(at));
            for row in added {
                sums = sums.add(V::load_widened(row.add(at)));
            }
            for row in removed {
                sums = sums.subtract(V::load_widened(row.add(at)));
            }
            sums.store(to.add(at));
        }
        at += V::LANES;
    }
}

/// # Safety
/// See [`Vector`]. Rows, `to` and `from` have `N` more vectors from `at` on.
#[inline(always)]
unsafe fn update_tile<V: Vector, const N: usize>(
    to: *mut i16,
    from: *const i16,
    at: usize,
    row: impl Fn(u16) -> *const i8,
    added: &[u16],
    removed: &[u16],
) {
    // SAFETY: upheld by the caller.
    unsafe {
        let mut sums = [V::load(from.add(at)); N];
        for (i, sum) in sums.iter_mut().enumerate() {
            *sum = V::load(from.add(at + i * V::LANES));
        }
        for &feature in added {
            let row = row(feature).add(at);
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum = sum.add(V::load_widened(row.add(i * V::LANES)));
            }
        }
        for &feature in removed {
            let row = row(feature).add(at);
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum = sum.subtract(V::load_widened(row.add(i * V::LANES)));
            }
        }
        for (i, sum) in sums.iter().enumerate() {
            sum.store(to.add(at + i * V::LANES));
        }
    }
}

/// Implements [`super::variant::Output`].
///
/// # Safety
/// See [`Vector`]. There are as many weights as values in `own` and `enemy` together.
#[inline(always)]
pub(super) unsafe fn output<V: Vector>(
    own: &[Block],
    enemy: &[Block],
    weights: *const Block,
) -> i32 {
    // SAFETY: upheld by the caller.
    unsafe {
        let sums = V::zero_sums();
        let sums = output_perspective::<V>(own, weights, sums);
        let sums = output_perspective::<V>(enemy, weights.add(own.len()), sums);
        V::horizontal_sum(sums)
    }
}

/// # Safety
/// See [`Vector`]. There are as many weights as values.
#[inline(always)]
unsafe fn output_perspective<V: Vector>(
    accumulator: &[Block],
    weights: *const Block,
    mut sums: V::Sums,
) -> V::Sums {
    let (values, weights) = (accumulator.as_ptr().cast::<i16>(), weights.cast::<i16>());
    let mut at = 0;
    while at < accumulator.len() * BLOCK {
        // SAFETY: upheld by the caller; `at` is below the length, and both are multiples of the vector length.
        unsafe {
            let clipped = V::load(values.add(at)).clip();
            sums = clipped.add_weighted_squares(V::load(weights.add(at)), sums);
        }
        at += V::LANES;
    }
    sums
}

/// The sums of the output layers in registers.
struct OutputSums<V: Vector> {
    output: V::Sums,
    l1: [V::Sums; L1_REGISTERS],
}

/// Implements [`super::variant::OutputAndStack`].
///
/// # Safety
/// See [`Vector`]. There are as many weights as values in `own` and `enemy` together, both have an even number of blocks,
/// and the layer stack has a block of weights for each four pairs of values.
#[inline(always)]
pub(super) unsafe fn output_and_stack<V: Vector>(
    own: &[Block],
    enemy: &[Block],
    weights: *const Block,
    stack: &LayerStack,
    attack_inputs: Option<&[f32; ATTACK_INPUTS]>,
) -> (i32, f32) {
    let l1_weights = stack.l1_weights.as_ptr();
    // SAFETY: upheld by the caller; the weights of the opponent's accumulator follow those of the own one.
    unsafe {
        let mut sums = OutputSums::<V> {
            output: V::zero_sums(),
            l1: [V::zero_sums(); L1_REGISTERS],
        };
        stack_perspective(own, weights, l1_weights, &mut sums);
        let l1_weights = l1_weights.add(own.len() / 2 * BLOCK / L1_GROUP);
        stack_perspective(enemy, weights.add(own.len()), l1_weights, &mut sums);
        let dense = &stack.quantized;
        let l1_sums = add_registers::<V, L1_REGISTERS, L1_SIZE>(sums.l1);
        let l2_inputs = dense.l2_inputs(&l1_sums, attack_inputs);
        let l2_sums = l2_sums::<V>(&l2_inputs, &dense.l2_weights);
        (V::horizontal_sum(sums.output), dense.output(&l2_sums))
    }
}

/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn l2_sums<V: Vector>(
    inputs: &L2Inputs,
    weights: &[[Block; L2_BLOCKS]; L2_INPUTS / 2],
) -> [i32; L2_SIZE] {
    let registers = 2 * L2_SIZE / V::LANES;
    // SAFETY: the inputs are aligned, there are two for each row of weights, and a row is aligned and has `registers`
    // registers.
    unsafe {
        let mut sums = [V::zero_sums(); L2_REGISTERS];
        let groups = inputs.0.as_chunks::<8>().0.iter();
        for (group, rows) in groups.zip(weights.as_chunks::<4>().0) {
            let pairs = V::splat_bytes(group.as_ptr().cast());
            for (i, (pair, row)) in pairs.into_iter().zip(rows).enumerate() {
                for r in 0..registers {
                    let weights = V::load(row.as_ptr().cast::<i16>().add(r * V::LANES));
                    let sum = &mut sums[(i * registers + r) % L2_REGISTERS];
                    *sum = pair.add_pair_products(weights, *sum);
                }
            }
        }
        add_registers::<V, L2_REGISTERS, L2_SIZE>(sums)
    }
}

/// The outputs of a layer: the lanes of the registers in order, from the first output again after the last one.
///
/// # Safety
/// See [`Vector`].
#[inline(always)]
unsafe fn add_registers<V: Vector, const REGISTERS: usize, const OUTPUTS: usize>(
    mut sums: [V::Sums; REGISTERS],
) -> [i32; OUTPUTS] {
    let lanes = V::LANES / 2;
    let used = OUTPUTS / lanes;
    let mut outputs = [0; OUTPUTS];
    // SAFETY: upheld by the caller; `used` registers have as many lanes as there are outputs.
    unsafe {
        for i in used..REGISTERS {
            sums[i % used] = V::add_sums(sums[i % used], sums[i]);
        }
        for (i, &sum) in sums[..used].iter().enumerate() {
            V::store_sums(sum, outputs[i * lanes..][..lanes].as_mut_ptr());
        }
    }
    outputs
}

/// # Safety
/// See [`Vector`]. There are as many weights as values, an even number of blocks, and a block of `l1_weights` for each
/// four pairs of values.
#[inline(always)]
unsafe fn stack_perspective<V: Vector>(
    accumulator: &[Block],
    weights: *const Block,
    mut l1_weights: *const ByteBlock,
    sums: &mut OutputSums<V>,
) {
    let (first_half, second_half) = accumulator.split_at(accumulator.len() / 2);
    let half = first_half.len() * BLOCK;
    let chunks = first_half
        .chunks(L1_CHUNK)
        .zip(second_half.chunks(L1_CHUNK));
    for (c, (first, second)) in chunks.enumerate() {
        let mut inputs = MaybeUninit::<[ByteBlock; L1_CHUNK / 2]>::uninit();
        let inputs = inputs.as_mut_ptr().cast::<u8>();
        let (firsts, seconds) = (first.as_ptr().cast::<i16>(), second.as_ptr().cast::<i16>());
        let count = first.len() * BLOCK;
        for at in (0..count).step_by(V::LANES) {
            // SAFETY: `at` is below the length of the chunks, and both are multiples of the vector length; the caller
            // upholds the rest.
            unsafe {
                let first = V::load(firsts.add(at)).clip();
                let second = V::load(seconds.add(at)).clip();
                let row = weights.add(c * L1_CHUNK).cast::<i16>().add(at);
                sums.output = first.add_weighted_squares(V::load(row), sums.output);
                sums.output = second.add_weighted_squares(V::load(row.add(half)), sums.output);
                first.store_l1_inputs(second, inputs.add(at));
            }
        }
        for at in (0..count).step_by(4 * L1_GROUP) {
            // SAFETY: the inputs up to `count` have just been stored; the caller upholds the rest.
            unsafe {
                for (g, group) in V::splat_bytes(inputs.add(at)).into_iter().enumerate() {
                    let registers = BLOCK / V::LANES;
                    for i in 0..registers {
                        let row = V::load(l1_weights.cast::<i16>().add(i * V::LANES));
                        let sum = &mut sums.l1[(g * registers + i) % L1_REGISTERS];
                        *sum = group.add_byte_products(row, *sum);
                    }
                    l1_weights = l1_weights.add(1);
                }
            }
        }
    }
}
