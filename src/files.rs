//! Reading of regular files, and atomic replacement of whole files.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile, TempPath};

/// Zero bytes among the first of a file, as many as this, show that it is no text.
const BINARY_HEAD: usize = 512;

/// Links that are followed to a file, as many as Linux follows.
const MAX_LINKS: usize = 40;

/// Opens a file for reading, if it is a regular one of at most `max_size` bytes: opening a pipe without a writer would
/// block, and a device may never end.
pub fn open_regular(path: &Path, max_size: u64) -> io::Result<File> {
    check_regular(&fs::metadata(path)?, max_size)?;
    let file = File::open(path)?;
    // There may be another file since.
    check_regular(&file.metadata()?, max_size)?;
    Ok(file)
}

fn check_regular(metadata: &fs::Metadata, max_size: u64) -> io::Result<()> {
    if !metadata.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is not a regular file",
        ));
    }
    if metadata.len() > max_size {
        return Err(too_large(max_size));
    }
    Ok(())
}

/// Reads a regular file of at most `max_size` bytes.
pub fn read_regular(path: &Path, max_size: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte beyond the limit shows that the file has grown.
    let mut file = open_regular(path, max_size)?.take(max_size.saturating_add(1));
    file.read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_size {
        return Err(too_large(max_size));
    }
    Ok(bytes)
}

/// Refuses a file whose first bytes show that it is no text: it is compressed, in UTF-16, or has zero bytes.
pub fn check_text(head: &[u8]) -> io::Result<()> {
    let reason = match head {
        [0x1f, 0x8b, ..] => "it is compressed (gzip); unpack it first",
        [0x28, 0xb5, 0x2f, 0xfd, ..] => "it is compressed (zstd); unpack it first",
        [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, ..] => {
            "it is compressed (bzip2); unpack it first"
        }
        [b'P', b'K', 3, 4, ..] => "it is an archive (zip); unpack it first",
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "it is text in UTF-16; convert it to UTF-8",
        _ if head[..head.len().min(BINARY_HEAD)].contains(&0) => "it is not text",
        _ => return Ok(()),
    };
    Err(io::Error::new(io::ErrorKind::InvalidData, reason))
}

fn too_large(max_size: u64) -> io::Error {
    let limit = match max_size >> 20 {
        0 => format!("{max_size} bytes"),
        mebibytes => format!("{mebibytes} MiB"),
    };
    io::Error::new(
        io::ErrorKind::FileTooLarge,
        format!("it is larger than {limit}"),
    )
}

/// Writes a file atomically: writes a temporary file in its folder, syncs it to disk and renames it, so that after an
/// interruption there is either the old file or the new one. A file that is replaced keeps its permissions, and a
/// link stays: the file that it leads to is replaced. `map_error` converts I/O errors, also that for a path where
/// there is something else than a file, such as a device; on any error the temporary file is removed.
pub fn write_whole<E>(
    path: &Path,
    map_error: impl Fn(io::Error) -> E,
    fill: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> Result<(), E> {
    let target = target(path).map_err(&map_error)?;
    write_temporary(&target, &map_error, fill).and_then(|part| {
        part.persist(&target)
            .map_err(|error| map_error(error.error))
    })
}

/// Writes a new file like [`write_whole`], unless there is something at `path`, before or afterwards.
pub fn write_new<E>(
    path: &Path,
    map_error: impl Fn(io::Error) -> E,
    fill: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> Result<(), E> {
    check_new(path).map_err(&map_error)?;
    let part = write_temporary(path, &map_error, fill)?;
    let moved = part.persist_noclobber(path);
    moved.map_err(|error| map_error(error.error))
}

/// Takes an exclusive advisory lock on a file, which ends when the file is closed. Returns `false` if another process has
/// it. Without effect on systems without file locks.
pub fn try_lock(file: &File) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// Checks that there is nothing at `path`, as [`write_new`] requires.
pub fn check_new(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(_) => Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            "it already exists",
        )),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Writes a temporary file for `target` and syncs it to disk.
fn write_temporary<E>(
    target: &Path,
    map_error: &impl Fn(io::Error) -> E,
    fill: impl FnOnce(&mut BufWriter<File>) -> Result<(), E>,
) -> Result<TempPath, E> {
    let (file, part) = temporary_file(target).map_err(map_error)?.into_parts();
    let mut output = BufWriter::new(file);
    fill(&mut output)?;
    let written = output.flush().and_then(|()| output.get_ref().sync_all());
    written.map_err(map_error)?;
    Ok(part)
}

/// Checks that [`write_whole`] can write this file.
pub fn check_writable(path: &Path) -> io::Result<()> {
    temporary_file(&target(path)?).map(drop)
}

/// The path of the file that a path leads to, with a suffix added to its name.
pub(crate) fn sibling(path: &Path, suffix: &str) -> io::Result<PathBuf> {
    let mut name = target(path)?.into_os_string();
    name.push(suffix);
    Ok(name.into())
}

/// Renames the complete file `part` to what `path` leads to. A file that is replaced keeps its permissions.
pub(crate) fn replace(path: &Path, part: &Path) -> io::Result<()> {
    let target = target(path)?;
    match fs::metadata(&target) {
        Ok(metadata) => fs::set_permissions(part, metadata.permissions())?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    fs::rename(part, target)
}

/// The regular file that a path names, which need not exist, with all links followed.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let file_type = match fs::symlink_metadata(&path) {
            Ok(metadata) => metadata.file_type(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(path),
            Err(error) => return Err(error),
        };
        if file_type.is_file() {
            return Ok(path);
        }
        if !file_type.is_symlink() {
            return Err(io::Error::other("it exists and is not a regular file"));
        }
        let link = fs::read_link(&path)?;
        path = folder(&path).join(link);
    }
    Err(io::Error::other("too many links"))
}

/// The folder of a file, `.` for a name alone.
fn folder(path: &Path) -> &Path {
    let parent = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Creates a temporary file to replace `target`, with its permissions or, if there is none, those of a new file.
fn temporary_file(target: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".diglot-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The umask applies to it.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let part = builder.tempfile_in(folder(target))?;
    match fs::metadata(target) {
        Ok(metadata) => part.as_file().set_permissions(metadata.permissions())?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    Ok(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, text: &str) -> io::Result<()> {
        write_whole(
            path,
            |error| error,
            |output| output.write_all(text.as_bytes()),
        )
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name();
        entries
            .map(|entry| name(entry).into_string().unwrap())
            .collect()
    }

    #[test]
    fn old_file_stays_until_the_new_one_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("whole");
        write(&path, "old").unwrap();
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
        write(&path, "new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(check_writable(&path).is_ok());
        assert_eq!(names(folder.path()), ["whole"]);
        fs::remove_file(&path).unwrap();
        assert!(write(&path.join("x"), "").is_err() && check_writable(&path.join("x")).is_err());
    }

    #[test]
    fn a_new_file_replaces_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new");
        let write_new = |meanwhile: &dyn Fn()| {
            write_new(
                &path,
                |error| error,
                |output| {
                    meanwhile();
                    output.write_all(b"new")
                },
            )
        };
        // Another program is faster.
        let error = write_new(&|| fs::write(&path, "other").unwrap()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"other");
        let error = write_new(&|| panic!("there is a file already")).unwrap_err();
        assert_eq!(error.to_string(), "it already exists");
        fs::remove_file(&path).unwrap();
        write_new(&|| {}).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["new"]);
    }

    #[test]
    fn only_regular_files_up_to_a_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read_regular(&path, 5).unwrap(), b"12345");
        assert!(open_regular(&path, 5).is_ok());
        let reason = |path: &Path, max_size| read_regular(path, max_size).unwrap_err().to_string();
        assert_eq!(reason(&path, 4), "it is larger than 4 bytes");
        assert_eq!(reason(folder.path(), 4), "it is not a regular file");
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        assert_eq!(reason(&path, 3 << 20), "it is larger than 3 MiB");
        let missing = read_regular(&folder.path().join("x"), 4).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn what_is_no_text_is_refused_with_the_reason() {
        let reason = |head: &[u8]| check_text(head).unwrap_err().to_string();
        assert!(reason(b"\x1f\x8b\x08").contains("gzip"));
        assert!(reason(b"\x28\xb5\x2f\xfd\x00").contains("zstd"));
        assert!(reason(b"BZh91AY&SY").contains("bzip2"));
        assert!(reason(b"PK\x03\x04").contains("zip"));
        assert!(reason(b"\xff\xfe[\x00").contains("UTF-16"));
        assert_eq!(reason(b"[\x00E\x00"), "it is not text");
        for text in ["", "[Event \"x\"]", "\u{feff}[Event", "M\u{fc}ller", "BZh1"] {
            assert!(check_text(text.as_bytes()).is_ok(), "{text}");
        }
        assert!(check_text(b"M\xfcller").is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_fifos_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().join("fifo");
        let status = std::process::Command::new("mkfifo").arg(&fifo).status();
        assert!(status.unwrap().success());
        for path in [&fifo, Path::new("/dev/zero")] {
            let error = read_regular(path, u64::MAX).unwrap_err();
            assert_eq!(error.to_string(), "it is not a regular file");
        }
    }

    #[test]
    fn folders_are_no_files() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write(folder.path(), "text").is_err() && check_writable(folder.path()).is_err());
        assert!(names(folder.path()).is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn devices_fifos_and_sockets_stay() {
        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().join("fifo");
        let status = std::process::Command::new("mkfifo").arg(&fifo).status();
        assert!(status.unwrap().success());
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for path in [&fifo, &socket, Path::new("/dev/null")] {
            let error = write(path, "text").unwrap_err();
            assert_eq!(error.to_string(), "it exists and is not a regular file");
            assert!(check_writable(path).is_err());
            assert!(!fs::symlink_metadata(path).unwrap().is_file());
        }
        assert_eq!(names(folder.path()).len(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_their_files_are_written() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let in_folder = |name: &str| folder.path().join(name);
        fs::create_dir(in_folder("below")).unwrap();
        symlink("below/file", in_folder("link")).unwrap();
        symlink(in_folder("link"), in_folder("link to link")).unwrap();
        for text in ["first", "second"] {
            write(&in_folder("link to link"), text).unwrap();
            assert_eq!(fs::read(in_folder("below/file")).unwrap(), text.as_bytes());
        }
        assert!(in_folder("link").is_symlink() && in_folder("link to link").is_symlink());
        symlink("circle", in_folder("circle")).unwrap();
        let error = write(&in_folder("circle"), "text").unwrap_err();
        assert_eq!(error.to_string(), "too many links");
    }

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        let usual = folder.path().join("usual");
        File::create(&usual).unwrap();
        write(&path, "new").unwrap();
        let usual = fs::metadata(&usual).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(), usual);
        for wanted in [0o600, 0o640, 0o444] {
            fs::set_permissions(&path, fs::Permissions::from_mode(wanted)).unwrap();
            write(&path, "again").unwrap();
            assert_eq!(mode(), wanted);
        }
    }
}
