//! PEXT, an instruction of BMI2. A build that targets BMI2 uses it always; another build for x86-64 uses it if
//! [`select`] has found that the processor has it.
//!
//! AMD Zen 1 and 2 implement it in slow microcode: [`select`] leaves it alone there, and a build for these processors
//! passes `--cfg slow_pext`.

#[cfg(all(target_arch = "x86_64", not(target_feature = "bmi2"), not(slow_pext)))]
mod at_run_time {
    use std::arch::x86_64::__cpuid;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// True only on processors with BMI2.
    static IS_USED: AtomicBool = AtomicBool::new(false);

    #[inline(always)]
    pub(crate) fn is_used() -> bool {
        IS_USED.load(Ordering::Relaxed)
    }

    pub(crate) fn select() {
        let is_used = is_x86_feature_detected!("bmi2") && !matches!(family(), 0x17 | 0x18);
        IS_USED.store(is_used, Ordering::Relaxed);
    }

    /// The processor's family: 0x17 is AMD Zen 1 and 2, 0x18 Hygon's version of Zen 1.
    #[allow(unused_unsafe)] // newer compilers know that it is safe
    fn family() -> u32 {
        // SAFETY: every x86-64 processor has CPUID with leaf 1.
        let version = unsafe { __cpuid(1) }.eax;
        ((version >> 8) & 0xf) + ((version >> 20) & 0xff)
    }

    /// # Safety
    /// The processor has BMI2.
    #[inline(always)]
    pub(crate) unsafe fn pext(bits: u64, mask: u64) -> u64 {
        let packed;
        // The intrinsic would be a call, since functions with more target features are not inlined.
        // SAFETY: upheld by the caller.
        unsafe {
            std::arch::asm!(
                "pext {}, {}, {}", out(reg) packed, in(reg) bits, in(reg) mask,
                options(pure, nomem, nostack, preserves_flags)
            );
        }
        packed
    }
}

#[cfg(not(all(target_arch = "x86_64", not(target_feature = "bmi2"), not(slow_pext))))]
mod at_build_time {
    #[inline(always)]
    pub(crate) const fn is_used() -> bool {
        cfg!(all(
            target_arch = "x86_64",
            target_feature = "bmi2",
            not(slow_pext)
        ))
    }

    pub(crate) fn select() {}

    /// # Safety
    /// [`is_used`] returns true.
    #[inline(always)]
    pub(crate) unsafe fn pext(bits: u64, mask: u64) -> u64 {
        #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
        // SAFETY: the cfg guarantees BMI2.
        return unsafe { std::arch::x86_64::_pext_u64(bits, mask) };
        #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
        unreachable!("PEXT of {bits} and {mask}")
    }
}

#[cfg(all(target_arch = "x86_64", not(target_feature = "bmi2"), not(slow_pext)))]
use at_run_time as chosen;

#[cfg(not(all(target_arch = "x86_64", not(target_feature = "bmi2"), not(slow_pext))))]
use at_build_time as chosen;

/// Whether [`pext`] can be called.
pub(super) use chosen::is_used;
/// Gathers the bits of the mask in the low bits of the result.
pub(super) use chosen::pext;
/// Uses PEXT from now on if the processor has it and is fast at it.
pub(crate) use chosen::select;
