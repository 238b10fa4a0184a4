//! The two inner loops of a network, with the widest vectors that the processor has. Each variant gives
//! the same result to the last bit: all sums are of whole numbers and wrap around.

mod kernels;
mod portable;
mod vector;

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::fmt;
use std::sync::OnceLock;

use super::features::INPUTS;
use super::network::{Block, Network};

/// The environment variable that forces a variant by its name, for tests.
const FORCED: &str = "DIGLOT_SIMD";

/// `to` = `from` + rows `added` of `table` − rows `removed`, all of so many blocks.
type Update = unsafe fn(
    to: *mut Block,
    from: *const Block,
    blocks: usize,
    table: *const Block,
    added: &[u16],
    removed: &[u16],
);

/// The sum of squared clipped `own` and `other` times `weights`, which are for the one and then the other.
type Output = unsafe fn(own: &[Block], other: &[Block], weights: *const Block) -> i32;

/// One variant of the inner loops.
struct Variant {
    name: &'static str,
    is_available: fn() -> bool,
    update: Update,
    output: Output,
}

/// From the plainest to the widest.
static VARIANTS: &[Variant] = &[
    portable::PORTABLE,
    #[cfg(target_arch = "x86_64")]
    x86::SSE2,
    #[cfg(target_arch = "x86_64")]
    x86::AVX2,
    #[cfg(target_arch = "x86_64")]
    x86::AVX512,
    #[cfg(target_arch = "aarch64")]
    neon::NEON,
];

/// A set of vector instructions that this processor has.
#[derive(Clone, Copy)]
pub struct Simd(&'static Variant);

impl Simd {
    /// Those that this processor has, the plainest first; never empty.
    pub fn available() -> impl Iterator<Item = Simd> {
        let variants = VARIANTS.iter();
        variants
            .filter(|variant| (variant.is_available)())
            .map(Simd)
    }

    /// The widest, unless the environment variable `DIGLOT_SIMD` names another. Looked up once.
    pub fn best() -> Simd {
        static BEST: OnceLock<Simd> = OnceLock::new();
        *BEST.get_or_init(|| {
            let forced = std::env::var(FORCED).ok().and_then(|name| {
                let found = Simd::available().find(|simd| simd.name() == name);
                if found.is_none() {
                    log::warn!("{FORCED}: this processor has no {name:?}");
                }
                found
            });
            forced
                .or_else(|| Simd::available().last())
                .unwrap_or(Simd(&VARIANTS[0]))
        })
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Accumulators `to` that differ from `from` by features; without `from` they are changed in place.
    #[inline]
    pub(super) fn update(
        self,
        network: &Network,
        to: &mut [Block],
        from: Option<&[Block]>,
        added: &[u16],
        removed: &[u16],
    ) {
        let blocks = to.len();
        assert!(INPUTS * blocks == network.feature_weights.len());
        assert!(from.is_none_or(|from| from.len() == blocks));
        for &feature in added.iter().chain(removed) {
            assert!(usize::from(feature) < INPUTS);
        }
        let to = to.as_mut_ptr();
        let from = from.map_or(to.cast_const(), <[Block]>::as_ptr);
        let table = network.feature_weights.as_ptr();
        // SAFETY: the processor has the instructions, or this value would not exist. `to` and `from` have
        // as many blocks as a row of the table, and every feature has a row.
        unsafe { (self.0.update)(to, from, blocks, table, added, removed) }
    }

    /// The output of a bucket, from the accumulators of the side to move and of the other.
    #[inline]
    pub(super) fn output(
        self,
        network: &Network,
        own: &[Block],
        other: &[Block],
        bucket: usize,
    ) -> i32 {
        let weights = network.output_weights(bucket);
        assert!(own.len() == other.len() && own.len() + other.len() == weights.len());
        // SAFETY: the processor has the instructions, or this value would not exist. There are as many
        // weights as accumulators.
        unsafe { (self.0.output)(own, other, weights.as_ptr()) }
    }
}

impl fmt::Debug for Simd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
