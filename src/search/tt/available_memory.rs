//! The physical memory that is free for a transposition table.

use std::fs;

/// The memory in MiB that this process can use without swapping, as far as the system tells: the free memory of the
/// machine, less if a control group limits the process. `None` on systems without `/proc/meminfo`.
pub(crate) fn available_mebibytes() -> Option<usize> {
    let free = mem_available(&fs::read_to_string("/proc/meminfo").ok()?)?;
    let limit = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let limit = limit.and_then(|text| text.trim().parse::<usize>().ok());
    Some(limit.map_or(free, |bytes| free.min(bytes >> 20)))
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
    fn the_free_memory_is_read_from_meminfo() {
        let text = "MemTotal:       24681728 kB\nMemFree:  1 kB\nMemAvailable:   21913600 kB\n";
        assert_eq!(mem_available(text), Some(21_400));
        assert_eq!(mem_available("MemAvailable: x kB"), None);
        assert_eq!(mem_available(""), None);
    }
}
