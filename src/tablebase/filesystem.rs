//! File access for probing tables.
//!
//! Memory maps would be fastest, but truncating a mapped file kills the process. Small tables are read into
//! memory on first use; others are read piecewise, which costs system calls per probe but fails with an
//! error.

use std::cell::Cell;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};

/// Maximum size in bytes of a file that is read into memory; most 5-piece tables are smaller.
const MAX_FILE_IN_MEMORY: u64 = 16 << 20;
/// Maximum total of bytes in memory.
const MAX_BYTES_IN_MEMORY: u64 = 256 << 20;

/// File system for shakmaty-syzygy. Each file is opened at most once: the library keeps open files, and a
/// failure is not retried.
#[derive(Default)]
pub(super) struct TableFiles {
    opened: Mutex<HashSet<PathBuf>>,
    /// Bytes in memory.
    in_memory: AtomicU64,
}

impl TableFiles {
    fn fits_in_memory(&self, size: u64) -> bool {
        size <= MAX_FILE_IN_MEMORY
            && self.in_memory.fetch_add(size, Ordering::Relaxed) + size <= MAX_BYTES_IN_MEMORY
    }
}

impl Filesystem for TableFiles {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        let metadata = path.metadata()?;
        if metadata.is_file() {
            Ok(metadata.len())
        } else {
            Err(io::ErrorKind::InvalidInput.into())
        }
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect()
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let opened = self.opened.lock();
        let mut opened = opened.unwrap_or_else(PoisonError::into_inner);
        if !opened.insert(path.to_path_buf()) {
            return Err(io::Error::other("could not be opened before"));
        }
        drop(opened);
        let size = self.regular_file_size(path)?;
        if self.fits_in_memory(size) || !cfg!(any(unix, windows)) {
            return Ok(Box::new(InMemory(fs::read(path)?)));
        }
        Ok(Box::new(OnDisk(File::open(path)?)))
    }
}

/// Contents of a file read into memory when it was opened.
struct InMemory(Vec<u8>);

impl RandomAccessFile for InMemory {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        check_stack_depth()?;
        let rest = usize::try_from(offset).ok();
        let rest = rest.and_then(|offset| self.0.get(offset..)).unwrap_or(&[]);
        let count = buffer.len().min(rest.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}

/// A file that is read on demand.
struct OnDisk(File);

impl RandomAccessFile for OnDisk {
    #[cfg(unix)]
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        check_stack_depth()?;
        std::os::unix::fs::FileExt::read_at(&self.0, buffer, offset)
    }

    #[cfg(windows)]
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        check_stack_depth()?;
        std::os::windows::fs::FileExt::seek_read(&self.0, buffer, offset)
    }

    #[cfg(not(any(unix, windows)))]
    fn read_at(&self, _: &mut [u8], _: u64, _: ReadHint) -> io::Result<usize> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Maximum stack size of a probe in bytes; a valid table needs a small part of it.
const MAX_STACK: usize = 512 << 10;

thread_local! {
    /// Stack address at the start of the probe.
    static PROBE_START: Cell<usize> = const { Cell::new(0) };
}

#[inline(never)]
fn stack_address() -> usize {
    let here = 0_u8;
    (&raw const here).addr()
}

/// Runs a probe with a limit on its stack depth. A DTZ table stores one side to move; for the other side the
/// library searches the moves. With a damaged file this recursion may never end, but each step reads a WDL
/// table, where the depth is checked.
pub(super) fn with_stack_limit<T>(probe: impl FnOnce() -> T) -> T {
    PROBE_START.set(stack_address());
    probe()
}

fn check_stack_depth() -> io::Result<()> {
    if PROBE_START.get().abs_diff(stack_address()) > MAX_STACK {
        Err(io::Error::other("endless"))
    } else {
        Ok(())
    }
}
