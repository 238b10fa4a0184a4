//! Files that are written as a whole.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file beside its place and puts it there when it is complete and safe from a loss of power: whoever
/// reads or interrupts meanwhile finds the old one or the new one. `system` makes an error of what the system says.
pub fn write_whole<E>(
    path: &Path,
    system: impl Fn(io::Error) -> E,
    fill: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> Result<(), E> {
    let part = part(path);
    let write = || {
        let mut output = BufWriter::new(File::create(&part).map_err(&system)?);
        fill(&mut output)?;
        let flushed = output
            .flush()
            .and_then(|()| output.get_ref().sync_all())
            .and_then(|()| fs::rename(&part, path));
        flushed.map_err(&system)
    };
    let written = write();
    if written.is_err() {
        // It may never have been made.
        let _ = fs::remove_file(&part);
    }
    written
}

/// Whether [`write_whole`] could begin to write this file; nothing is left behind.
pub fn check_writable(path: &Path) -> io::Result<()> {
    let part = part(path);
    File::create(&part)?;
    fs::remove_file(part)
}

/// Where a file is written until it is complete.
fn part(path: &Path) -> OsString {
    let mut part = OsString::from(path);
    part.push(".part");
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_file_stays_until_the_new_one_is_complete() {
        let name = format!("diglot-whole-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
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
        assert!(!Path::new(&part(&path)).exists());
        fs::remove_file(&path).unwrap();
        let nowhere = write_whole(&path.join("x"), |error| error, |_| Ok(()));
        assert!(nowhere.is_err() && check_writable(&path.join("x")).is_err());
    }
}
