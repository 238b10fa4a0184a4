//! Memory in large pages (<https://www.chessprogramming.org/Memory#HugePages>), where the system grants them without
//! special rights: an access to a big table then seldom misses the TLB.

use std::alloc::{Layout, handle_alloc_error};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use bytemuck::Zeroable;
use memmap2::{MmapOptions, MmapRaw};

/// The size of a large page on most machines, in bytes.
const LARGE_PAGE: usize = 2 << 20;

/// A zero-initialised slice in large pages. Its values are not dropped.
pub(crate) struct LargeSlice<T: Zeroable> {
    /// Raw, since a reference to its bytes would forbid the values to change through shared references.
    memory: MmapRaw,
    /// Offset of the slice in the memory, in bytes: the start of a large page.
    offset: usize,
    count: usize,
    values: PhantomData<[T]>,
}

impl<T: Zeroable> LargeSlice<T> {
    /// Allocates `count` zero values; `None` without enough memory. The system provides the zeros page by page at
    /// first access, so that a big slice costs no time before it is used.
    pub(crate) fn zeroed(count: usize) -> Option<LargeSlice<T>> {
        const { assert!(!std::mem::needs_drop::<T>() && align_of::<T>() <= LARGE_PAGE) };
        let size = count.checked_mul(size_of::<T>())?;
        // Room to align the slice to a large page.
        let room = size.checked_add(LARGE_PAGE)?;
        let memory = MmapRaw::from(MmapOptions::new().len(room).map_anon().ok()?);
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

/// A zero-initialised value in large pages. It is not dropped.
pub(crate) struct LargeBox<T: Zeroable>(LargeSlice<T>);

impl<T: Zeroable> LargeBox<T> {
    /// Memory of the value and of the rest of its last large page, in bytes.
    pub(crate) const BYTES: usize = size_of::<T>().next_multiple_of(LARGE_PAGE);

    /// Allocates a zero value.
    ///
    /// Without enough memory it ends the process, as `Box` does.
    pub(crate) fn zeroed() -> LargeBox<T> {
        match LargeSlice::zeroed(1) {
            Some(slice) => LargeBox(slice),
            None => handle_alloc_error(Layout::new::<T>()),
        }
    }
}

impl<T: Zeroable> Deref for LargeBox<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the slice has one value.
        unsafe { self.0.get_unchecked(0) }
    }
}

impl<T: Zeroable> DerefMut for LargeBox<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as above.
        unsafe { self.0.get_unchecked_mut(0) }
    }
}

/// Asks the kernel for large pages. Their absence is no error. Miri has no such call.
#[cfg(all(target_os = "linux", not(miri)))]
fn advise_large_pages(memory: &MmapRaw) {
    if let Err(error) = memory.advise(memmap2::Advice::HugePage) {
        log::debug!("no large pages: {error}");
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn advise_large_pages(_: &MmapRaw) {}

impl<T: Zeroable> Deref for LargeSlice<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        let start = self.memory.as_ptr().wrapping_add(self.offset).cast();
        // SAFETY: the memory has room for `count` values behind the offset. They are aligned to a page, and
        // initialised because zeros are valid for a `Zeroable` type.
        unsafe { std::slice::from_raw_parts(start, self.count) }
    }
}

impl<T: Zeroable> DerefMut for LargeSlice<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        let start = self.memory.as_mut_ptr().wrapping_add(self.offset).cast();
        // SAFETY: as above, and `&mut self` is the only reference.
        unsafe { std::slice::from_raw_parts_mut(start, self.count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of values of eight bytes. Miri interprets too slowly for whole large pages.
    const COUNTS: &[usize] = if cfg!(miri) {
        &[0, 1, 1000]
    } else {
        &[0, 1, 1000, LARGE_PAGE / 8, LARGE_PAGE / 8 + 3, LARGE_PAGE]
    };

    #[test]
    fn boxes_are_zero_and_can_be_written() {
        let mut value = LargeBox::<[u16; 100]>::zeroed();
        assert_eq!(*value, [0; 100]);
        value[99] = 7;
        assert_eq!(value.iter().map(|&n| u32::from(n)).sum::<u32>(), 7);
    }

    #[test]
    fn slices_of_all_sizes_are_zero_and_can_be_written() {
        for &count in COUNTS {
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
