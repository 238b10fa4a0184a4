//! The inner loops for any kind of vector, to be compiled once for each.

use super::super::network::{BLOCK, Block};
use super::vector::Vector;

/// So many vectors are kept in registers while rows are added to them.
const TILE: usize = 8;

/// Declares a [`super::Variant`]: the inner loops compiled for a kind of vector, with instructions that not every
/// processor has.
macro_rules! variant {
    ($variant:ident, $name:literal, $vector:ty $(, $feature:tt)*) => {
        pub(super) const $variant: super::Variant = {
            use super::super::network::Block;

            $(#[target_feature(enable = $feature)])*
            unsafe fn update(
                to: *mut Block,
                from: *const Block,
                blocks: usize,
                table: *const Block,
                added: &[u16],
                removed: &[u16],
            ) {
                // SAFETY: the caller's.
                unsafe {
                    super::kernels::update::<$vector>(to, from, blocks, table, added, removed)
                }
            }

            $(#[target_feature(enable = $feature)])*
            unsafe fn output(own: &[Block], other: &[Block], weights: *const Block) -> i32 {
                // SAFETY: the caller's.
                unsafe { super::kernels::output::<$vector>(own, other, weights) }
            }

            super::Variant {
                name: $name,
                is_available: || true $(&& is_x86_feature_detected!($feature))*,
                update,
                output,
            }
        };
    };
}
pub(super) use variant;

/// See [`super::Update`]. Moves other than castling have one or two rows of either kind: for these there is
/// straight-line code.
///
/// # Safety
/// Those of [`Vector`]. `to` and `from`, which may be the same, have so many blocks, and the table has a row
/// of so many for every feature.
#[inline(always)]
pub(super) unsafe fn update<V: Vector>(
    to: *mut Block,
    from: *const Block,
    blocks: usize,
    table: *const Block,
    added: &[u16],
    removed: &[u16],
) {
    // SAFETY: a feature has a row in the table.
    let row = |feature: u16| unsafe { table.add(usize::from(feature) * blocks).cast::<i16>() };
    let (to, from, count) = (to.cast(), from.cast(), blocks * BLOCK);
    // SAFETY: the caller's.
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
/// Those of [`Vector`]. All pointers are to `count` numbers.
#[inline(always)]
unsafe fn update_rows<V: Vector>(
    to: *mut i16,
    from: *const i16,
    count: usize,
    added: &[*const i16],
    removed: &[*const i16],
) {
    let mut at = 0;
    while at < count {
        // SAFETY: the caller's; `at` is below `count`, and both are multiples of a vector's length.
        unsafe {
            let mut sums = V::load(from.add(at));
            for row in added {
                sums = sums.add(V::load(row.add(at)));
            }
            for row in removed {
                sums = sums.subtract(V::load(row.add(at)));
            }
            sums.store(to.add(at));
        }
        at += V::LANES;
    }
}

/// # Safety
/// Those of [`Vector`]. From `at` on all rows, `to` and `from` have numbers for `N` vectors.
#[inline(always)]
unsafe fn update_tile<V: Vector, const N: usize>(
    to: *mut i16,
    from: *const i16,
    at: usize,
    row: impl Fn(u16) -> *const i16,
    added: &[u16],
    removed: &[u16],
) {
    // SAFETY: the caller's.
    unsafe {
        let mut sums = [V::load(from.add(at)); N];
        for (i, sum) in sums.iter_mut().enumerate() {
            *sum = V::load(from.add(at + i * V::LANES));
        }
        for &feature in added {
            let row = row(feature).add(at);
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum = sum.add(V::load(row.add(i * V::LANES)));
            }
        }
        for &feature in removed {
            let row = row(feature).add(at);
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum = sum.subtract(V::load(row.add(i * V::LANES)));
            }
        }
        for (i, sum) in sums.iter().enumerate() {
            sum.store(to.add(at + i * V::LANES));
        }
    }
}

/// See [`super::Output`].
///
/// # Safety
/// Those of [`Vector`]. There are as many weights as numbers in `own` and `other` together.
#[inline(always)]
pub(super) unsafe fn output<V: Vector>(
    own: &[Block],
    other: &[Block],
    weights: *const Block,
) -> i32 {
    // SAFETY: the caller's.
    unsafe {
        let sums = V::no_sums();
        let sums = output_half::<V>(own, weights, sums);
        let sums = output_half::<V>(other, weights.add(own.len()), sums);
        V::total(sums)
    }
}

/// # Safety
/// Those of [`Vector`]. There are as many weights as numbers.
#[inline(always)]
unsafe fn output_half<V: Vector>(
    half: &[Block],
    weights: *const Block,
    mut sums: V::Sums,
) -> V::Sums {
    let (numbers, weights) = (half.as_ptr().cast::<i16>(), weights.cast::<i16>());
    let mut at = 0;
    while at < half.len() * BLOCK {
        // SAFETY: the caller's; `at` is below the length, and both are multiples of a vector's length.
        unsafe {
            let clipped = V::load(numbers.add(at)).clip();
            sums = clipped.add_weighted_squares(V::load(weights.add(at)), sums);
        }
        at += V::LANES;
    }
    sums
}
