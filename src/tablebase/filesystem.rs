//! How tables are read.
//!
//! Not by memory maps, which are the fastest: when a mapped file is cut off, the process that reads it
//! is killed. Tables that are not too big are read into memory when they are first needed, and looked up
//! there. The others are read piece by piece, which costs some system calls each time but fails properly.

use std::cell::Cell;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};

/// Greater files are not read into memory. Hardly any table for five pieces is greater.
const MOST_OF_A_FILE: u64 = 16 << 20;
/// Nor are files once so many bytes have been.
const MOST_OF_ALL: u64 = 256 << 20;

/// The files of some tables. Each is opened once at most: the library keeps what it has opened, and a file
/// that could not be opened is not tried again.
#[derive(Default)]
pub(super) struct Files {
    tried: Mutex<HashSet<PathBuf>>,
    /// Bytes in memory.
    in_memory: AtomicU64,
}

impl Files {
    fn fits_in_memory(&self, size: u64) -> bool {
        size <= MOST_OF_A_FILE
            && self.in_memory.fetch_add(size, Ordering::Relaxed) + size <= MOST_OF_ALL
    }
}

impl Filesystem for Files {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        let metadata = path.metadata()?;
        match metadata.is_file() {
            true => Ok(metadata.len()),
            false => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect()
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let tried = self.tried.lock();
        let mut tried = tried.unwrap_or_else(PoisonError::into_inner);
        if !tried.insert(path.to_path_buf()) {
            return Err(io::Error::other("could not be opened before"));
        }
        drop(tried);
        let size = self.regular_file_size(path)?;
        if self.fits_in_memory(size) || !cfg!(any(unix, windows)) {
            return Ok(Box::new(InMemory(fs::read(path)?)));
        }
        Ok(Box::new(OnDisk(File::open(path)?)))
    }
}

/// The whole file as it was when it was opened.
struct InMemory(Vec<u8>);

impl RandomAccessFile for InMemory {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        check_depth()?;
        let rest = usize::try_from(offset).ok();
        let rest = rest.and_then(|offset| self.0.get(offset..)).unwrap_or(&[]);
        let count = buffer.len().min(rest.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}

/// The file as it is now.
struct OnDisk(File);

impl RandomAccessFile for OnDisk {
    #[cfg(unix)]
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        check_depth()?;
        std::os::unix::fs::FileExt::read_at(&self.0, buffer, offset)
    }

    #[cfg(windows)]
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        check_depth()?;
        std::os::windows::fs::FileExt::seek_read(&self.0, buffer, offset)
    }

    #[cfg(not(any(unix, windows)))]
    fn read_at(&self, _: &mut [u8], _: u64, _: ReadHint) -> io::Result<usize> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// The stack that a look-up may take. A sound table needs a small part of it.
const MOST_STACK: usize = 512 << 10;

thread_local! {
    /// Where the stack was when the look-up began.
    static STACK: Cell<usize> = const { Cell::new(0) };
}

/// Where the stack is now.
#[inline(never)]
fn stack() -> usize {
    let here = 0_u8;
    (&raw const here).addr()
}

/// Looks something up. A table of distances holds one side to move; of a position of the other side the
/// library looks at the moves. If the file is damaged, it may seem always to be the other side's, and
/// the library would follow the moves for ever. Each of its steps reads a table of results, though, and
/// there it is stopped.
pub(super) fn guarded<T>(look_up: impl FnOnce() -> T) -> T {
    STACK.set(stack());
    look_up()
}

fn check_depth() -> io::Result<()> {
    match STACK.get().abs_diff(stack()) > MOST_STACK {
        true => Err(io::Error::other("endless")),
        false => Ok(()),
    }
}
