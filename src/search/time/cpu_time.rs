//! Processor time and processor load of this process.

use std::time::{Duration, Instant};

/// Processor time of all threads of this process since it began; `None` if the platform cannot measure
/// it. The resolution may be some milliseconds.
#[cfg(any(unix, windows))]
pub fn process_cpu_time() -> Option<Duration> {
    let time = cpu_time::ProcessTime::try_now().ok();
    time.map(|time| time.as_duration())
}

/// This platform cannot measure processor time.
#[cfg(not(any(unix, windows)))]
pub fn process_cpu_time() -> Option<Duration> {
    None
}

/// Measures the processor load of this process.
#[derive(Clone, Copy, Debug)]
pub struct CpuLoad {
    since: Instant,
    initial_cpu_time: Option<Duration>,
}

impl CpuLoad {
    /// Starts the measurement.
    pub fn start() -> CpuLoad {
        CpuLoad {
            since: Instant::now(),
            initial_cpu_time: process_cpu_time(),
        }
    }

    /// The load since the start in permille of what `threads` threads can use; `None` if the platform
    /// cannot measure it.
    pub fn permille(&self, threads: usize) -> Option<u32> {
        let used = process_cpu_time()?.saturating_sub(self.initial_cpu_time?);
        Some(permille(used, self.since.elapsed(), threads))
    }
}

/// Capped at 1000: other threads of the process and clocks of unequal resolution may add to the load.
fn permille(used: Duration, elapsed: Duration, threads: usize) -> u32 {
    let available = elapsed.as_secs_f64() * threads.max(1) as f64;
    let load = used.as_secs_f64() / available.max(1e-9);
    (load.min(1.0) * 1000.0).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;

    #[test]
    fn load_is_relative_to_the_number_of_threads() {
        let milliseconds = Duration::from_millis;
        assert_eq!(permille(milliseconds(50), milliseconds(100), 1), 500);
        assert_eq!(permille(milliseconds(50), milliseconds(100), 4), 125);
        assert_eq!(permille(milliseconds(101), milliseconds(100), 1), 1000);
        assert_eq!(permille(Duration::ZERO, Duration::ZERO, 0), 0);
    }

    #[cfg(any(unix, windows))]
    #[test]
    fn work_uses_processor_time() {
        let load = CpuLoad::start();
        let initial = process_cpu_time().unwrap();
        let deadline = Instant::now() + Duration::from_secs(20);
        while process_cpu_time().unwrap() < initial + Duration::from_millis(20) {
            assert!(Instant::now() < deadline, "no processor time was measured");
            black_box((0..1000u64).map(black_box).sum::<u64>());
        }
        assert!((1..=1000).contains(&load.permille(1).unwrap()));
    }
}
