//! Memory for great tables, in large pages where the system gives them without asking for rights
//! (<https://www.chessprogramming.org/Memory#HugePages>): a look-up then seldom waits for the page tables.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use memmap2::{MmapMut, MmapOptions};

/// The size of a large page on most machines, in bytes.
const LARGE_PAGE: usize = 2 << 20;

/// Types of which zeros are a valid value.
///
/// # Safety
///
/// Memory full of zeros must be a valid value of the type, and a value must need no dropping.
pub(super) unsafe trait ValidWhenZero {}

/// A slice of values that were zero at first.
pub(super) struct LargeSlice<T: ValidWhenZero> {
    memory: MmapMut,
    /// Where in the memory the slice begins, in bytes: at a large page.
    offset: usize,
    count: usize,
    values: PhantomData<[T]>,
}

impl<T: ValidWhenZero> LargeSlice<T> {
    /// So many zeros, which the system hands out untouched, so that a great slice costs no time before it
    /// is used; `None` where there is not enough memory.
    pub(super) fn zeroed(count: usize) -> Option<LargeSlice<T>> {
        let size = count.checked_mul(size_of::<T>())?;
        // Room to begin at a large page, wherever the system puts the memory.
        let room = size.checked_add(LARGE_PAGE)?;
        let memory = MmapOptions::new().len(room).map_anon().ok()?;
        let offset = memory.as_ptr().align_offset(LARGE_PAGE);
        if offset > LARGE_PAGE {
            return None;
        }
        advise_large_pages(&memory);
        Some(LargeSlice {
            memory,
            offset,
            count,
            values: PhantomData,
        })
    }
}

/// Tells the kernel that large pages would be welcome. That it has none is no error.
#[cfg(target_os = "linux")]
fn advise_large_pages(memory: &MmapMut) {
    if let Err(error) = memory.advise(memmap2::Advice::HugePage) {
        log::debug!("no large pages: {error}");
    }
}

#[cfg(not(target_os = "linux"))]
fn advise_large_pages(_: &MmapMut) {}

impl<T: ValidWhenZero> Deref for LargeSlice<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        let start = self.memory.as_ptr().wrapping_add(self.offset).cast();
        // SAFETY: from the offset on the memory has room for `count` values; they are aligned to a page and
        // valid, being zero at first.
        unsafe { std::slice::from_raw_parts(start, self.count) }
    }
}

impl<T: ValidWhenZero> DerefMut for LargeSlice<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        let start = self.memory.as_mut_ptr().wrapping_add(self.offset).cast();
        // SAFETY: as above, and nobody else has a reference.
        unsafe { std::slice::from_raw_parts_mut(start, self.count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // SAFETY: zero is a number.
    unsafe impl ValidWhenZero for u64 {}

    #[test]
    fn slices_of_all_sizes_are_zero_and_can_be_written() {
        for count in [0, 1, 1000, LARGE_PAGE / 8, LARGE_PAGE / 8 + 3, LARGE_PAGE] {
            let mut slice = LargeSlice::<u64>::zeroed(count).unwrap();
            assert_eq!(slice.len(), count);
            assert!(slice.iter().all(|&n| n == 0));
            if let Some(last) = slice.last_mut() {
                *last = 7;
                assert_eq!(slice[count - 1], 7);
            }
        }
        assert!(LargeSlice::<u64>::zeroed(usize::MAX / 16).is_none());
        assert!(LargeSlice::<u64>::zeroed(usize::MAX).is_none());
    }
}
