//! Selects a SIMD variant at run time. All variants give identical results: sums of integers wrap around, and
//! sums of floats have a fixed order.

use std::fmt;
use std::sync::OnceLock;

use super::super::architecture::{BLOCK, BYTE_BLOCK, Block, INPUTS, L1_GROUP};
use super::super::attack_inputs::AttackInputs;
use super::super::network::Network;
#[cfg(target_arch = "aarch64")]
use super::neon;
use super::portable;
use super::variant::Variant;
#[cfg(target_arch = "x86_64")]
use super::x86;

/// Environment variable that forces a variant by its name, for tests.
const VARIANT_VARIABLE: &str = "DIGLOT_SIMD";

/// All variants, the widest last.
static VARIANTS: &[Variant] = &[
    portable::PORTABLE,
    #[cfg(target_arch = "x86_64")]
    x86::SSE2,
    #[cfg(target_arch = "x86_64")]
    x86::AVX2,
    #[cfg(target_arch = "x86_64")]
    x86::AVX512,
    #[cfg(target_arch = "x86_64")]
    x86::AVX512_VNNI,
    #[cfg(target_arch = "aarch64")]
    neon::NEON,
];

/// A SIMD variant of accumulator update and output layers that this processor supports.
#[derive(Clone, Copy)]
pub struct Simd(&'static Variant);

impl Simd {
    /// The variants that this processor supports, the widest last; never empty.
    pub fn available() -> impl Iterator<Item = Simd> {
        let variants = VARIANTS.iter();
        variants
            .filter(|variant| (variant.is_available)())
            .map(Simd)
    }

    /// The widest variant, or the one that the environment variable `DIGLOT_SIMD` names. Read once.
    pub fn best() -> Simd {
        static BEST: OnceLock<Simd> = OnceLock::new();
        *BEST.get_or_init(|| {
            let forced = std::env::var(VARIANT_VARIABLE).ok().and_then(|name| {
                let found = Simd::available().find(|simd| simd.name() == name);
                if found.is_none() {
                    log::warn!("{VARIANT_VARIABLE}: this processor has no {name:?}");
                }
                found
            });
            forced
                .or_else(|| Simd::available().last())
                .unwrap_or(Simd(&VARIANTS[0]))
        })
    }

    /// The name in lower case, such as `avx2`.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Accumulator update: `to` = `from` with features added and removed; without `from`, `to` is updated in place.
    #[inline]
    pub(in super::super) fn update(
        self,
        network: &Network,
        to: &mut [Block],
        from: Option<&[Block]>,
        added: &[u16],
        removed: &[u16],
    ) {
        let blocks = to.len();
        let table = network.feature_weights();
        assert!(INPUTS * blocks * BLOCK == table.len() * BYTE_BLOCK);
        assert!(from.is_none_or(|from| from.len() == blocks));
        for &feature in added.iter().chain(removed) {
            assert!(usize::from(feature) < INPUTS);
        }
        let to = to.as_mut_ptr();
        let from = from.map_or(to.cast_const(), <[Block]>::as_ptr);
        let table = table.as_ptr().cast();
        // SAFETY: a `Simd` exists only for instructions that the processor supports. `to` and `from` have as many
        // values as a row of the table, which is aligned to 64 bytes, and every feature has a row.
        unsafe { (self.0.update)(to, from, blocks, table, added, removed) }
    }

    /// The sum of the output weights of a bucket and the output of its layer stack, 0 without one, from the accumulators of
    /// the side to move and of the opponent and the attack inputs, if the network has any.
    #[inline]
    pub(in super::super) fn output(
        self,
        network: &Network,
        own: &[Block],
        enemy: &[Block],
        attack_inputs: Option<&AttackInputs>,
        bucket: usize,
    ) -> (i32, f32) {
        let weights = network.output_weights(bucket);
        let blocks = own.len() + enemy.len();
        assert!(own.len() == enemy.len() && blocks == weights.len());
        let weights = weights.as_ptr();
        let Some(stack) = network.layer_stack(bucket) else {
            // SAFETY: a `Simd` exists only for instructions that the processor supports. There are as many weights as
            // accumulator values.
            return unsafe { ((self.0.output)(own, enemy, weights), 0.0) };
        };
        assert!(blocks * BLOCK == 2 * stack.l1_weights.len() * L1_GROUP);
        assert!(own.len().is_multiple_of(2));
        let attack_inputs = attack_inputs.map(|inputs| &inputs.0);
        // SAFETY: as above, and there is a block of weights for each four pairs of accumulator values.
        unsafe { (self.0.output_and_stack)(own, enemy, weights, stack, attack_inputs) }
    }
}

impl fmt::Debug for Simd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
