//! The memory that is free for a transposition table or for search threads.

use std::fs;
use std::path::Path;

use memmap2::MmapOptions;

/// The files of the control group of a container (<https://docs.kernel.org/admin-guide/cgroup-v2.html>).
const CONTROL_GROUP: &str = "/sys/fs/cgroup";

/// The memory that large allocations leave to the rest of the program, in bytes.
const RESERVE: usize = 16 << 20;

/// Whether the process may have this many more bytes and a reserve. The standard library ends the process if an
/// allocation fails, so the large ones are tried beforehand.
pub(crate) fn can_allocate(bytes: usize) -> bool {
    let size = bytes.checked_add(RESERVE);
    size.is_some_and(|size| MmapOptions::new().len(size).map_anon().is_ok())
}

/// The memory in MiB that a table may take: the available memory less an eighth, since other programs need some of it.
/// `None` if the system does not tell.
pub(crate) fn usable_mebibytes() -> Option<usize> {
    available_mebibytes().map(|available| available - available / 8)
}

/// The memory in MiB that this process can use without swapping, as far as the system tells: the free memory of the
/// machine, or what a control group has left if that is less. `None` on systems without `/proc/meminfo`.
fn available_mebibytes() -> Option<usize> {
    let free = mem_available(&fs::read_to_string("/proc/meminfo").ok()?)?;
    let read = |name: &str| fs::read_to_string(Path::new(CONTROL_GROUP).join(name));
    let [max, current, stat] =
        ["memory.max", "memory.current", "memory.stat"].map(|name| read(name).unwrap_or_default());
    Some(group_available(&max, &current, &stat).map_or(free, |left| free.min(left)))
}

/// The memory in MiB that a control group has left, from the contents of its files; `None` without a limit. The group
/// gives back cached files that are not in use before it runs out of memory.
fn group_available(max: &str, current: &str, stat: &str) -> Option<usize> {
    let max: u64 = max.trim().parse().ok()?;
    let current: u64 = current.trim().parse().unwrap_or(0);
    let inactive_files = stat
        .lines()
        .find_map(|line| line.strip_prefix("inactive_file "));
    let inactive_files: u64 = inactive_files
        .and_then(|bytes| bytes.trim().parse().ok())
        .unwrap_or(0);
    let used = current.saturating_sub(inactive_files);
    usize::try_from(max.saturating_sub(used) >> 20).ok()
}

/// The line `MemAvailable:   12345 kB`, in MiB.
fn mem_available(meminfo: &str) -> Option<usize> {
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    Some(kibibytes >> 10)
}

/// The largest size up to `max` that fits, by bisection; 0 if none does.
pub(crate) fn largest_fitting(max: usize, fits: impl Fn(usize) -> bool) -> usize {
    if fits(max) {
        return max;
    }
    let (mut fitting, mut too_large) = (0, max);
    while too_large - fitting > 1 {
        let middle = fitting + (too_large - fitting) / 2;
        if fits(middle) {
            fitting = middle;
        } else {
            too_large = middle;
        }
    }
    fitting
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_fitting_size_is_found() {
        for most in [0, 1, 2, 999, 1000, 1_000_000, 4_194_303, 4_194_304] {
            let found = largest_fitting(4_194_304, |size| size <= most);
            assert_eq!(found, most);
        }
        assert_eq!(largest_fitting(8, |_| true), 8);
    }

    #[test]
    fn an_address_space_has_room_for_some_but_not_for_any_size() {
        assert!(can_allocate(0) && can_allocate(1 << 20));
        assert!(!can_allocate(usize::MAX / 2) && !can_allocate(usize::MAX));
    }

    #[test]
    fn the_free_memory_is_read_from_meminfo() {
        let text = "MemTotal:       24681728 kB\nMemFree:  1 kB\nMemAvailable:   21913600 kB\n";
        assert_eq!(mem_available(text), Some(21_400));
        assert_eq!(mem_available("MemAvailable: x kB"), None);
        assert_eq!(mem_available(""), None);
    }

    #[test]
    fn the_memory_that_a_control_group_uses_is_not_available() {
        let stat = "anon 2147483648\nfile 1073741824\ninactive_file 1073741824\nactive_file 0\n";
        let four_gibibytes = "4294967296\n";
        assert_eq!(
            group_available(four_gibibytes, "3221225472\n", stat),
            Some(2048)
        );
        assert_eq!(
            group_available(four_gibibytes, "3221225472\n", ""),
            Some(1024)
        );
        assert_eq!(group_available(four_gibibytes, "5368709120\n", ""), Some(0));
        assert_eq!(group_available(four_gibibytes, "", ""), Some(4096));
        assert_eq!(group_available("max\n", "3221225472\n", stat), None);
        assert_eq!(group_available("", "", ""), None);
    }
}
