//! Prefetching of table entries (<https://www.chessprogramming.org/Memory#Prefetch>).

/// Prefetches the cache line of a value that is needed soon. Does nothing on processors without such an instruction.
#[inline(always)]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching reads nothing, and the pointer is that of a live value.
        unsafe { _mm_prefetch(std::ptr::from_ref(value).cast(), _MM_HINT_T0) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
