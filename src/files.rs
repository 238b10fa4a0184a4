//! Atomic writing of whole files.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file atomically: writes to `PATH.part`, syncs it to disk and renames it, so that after an interruption
/// there is either the old file or the new one. `map_error` converts I/O errors; on any error the part file is removed.
pub fn write_whole<E>(
    path: &Path,
    map_error: impl Fn(io::Error) -> E,
    fill: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> Result<(), E> {
    let part = part_path(path);
    let write = || {
        let mut output = BufWriter::new(File::create(&part).map_err(&map_error)?);
        fill(&mut output)?;
        let flushed = output
            .flush()
            .and_then(|()| output.get_ref().sync_all())
            .and_then(|()| fs::rename(&part, path));
        flushed.map_err(&map_error)
    };
    let written = write();
    if written.is_err() {
        // It does not exist if creating it failed.
        let _ = fs::remove_file(&part);
    }
    written
}

/// Checks that [`write_whole`] can create its part file, which is removed again.
pub fn check_writable(path: &Path) -> io::Result<()> {
    let part = part_path(path);
    File::create(&part)?;
    fs::remove_file(part)
}

fn part_path(path: &Path) -> OsString {
    let mut part = OsString::from(path);
    part.push(".part");
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_file_stays_until_the_new_one_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("whole");
        let write = |text: &str| {
            write_whole(
                &path,
                |error| error,
                |output| output.write_all(text.as_bytes()),
            )
        };
        write("old").unwrap();
        let failed = write_whole(
            &path,
            |error| error,
            |output| {
                output.write_all(b"half")?;
                assert_eq!(fs::read(&path)?, b"old");
                Err(io::Error::other("enough"))
            },
        );
        assert_eq!(failed.unwrap_err().to_string(), "enough");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        write("new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(check_writable(&path).is_ok());
        assert!(!Path::new(&part_path(&path)).exists());
        fs::remove_file(&path).unwrap();
        let nowhere = write_whole(&path.join("x"), |error| error, |_| Ok(()));
        assert!(nowhere.is_err() && check_writable(&path.join("x")).is_err());
    }
}
