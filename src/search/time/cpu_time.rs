//! How much processor time this process takes, where the platform tells.

use std::time::{Duration, Instant};

/// Processor time that all threads of this process have used since it began; `None` where the platform
/// does not tell. It may stand still for some milliseconds where time is counted in ticks.
#[cfg(any(unix, windows))]
pub fn process_cpu_time() -> Option<Duration> {
    let time = cpu_time::ProcessTime::try_now().ok();
    time.map(|time| time.as_duration())
}

/// This platform does not tell.
#[cfg(not(any(unix, windows)))]
pub fn process_cpu_time() -> Option<Duration> {
    None
}

/// Measures the load of this process since some moment.
#[derive(Clone, Copy, Debug)]
pub struct CpuLoad {
    since: Instant,
    /// Processor time used by then.
    used: Option<Duration>,
}

impl CpuLoad {
    /// Begins to measure.
    pub fn start() -> CpuLoad {
        CpuLoad {
            since: Instant::now(),
            used: process_cpu_time(),
        }
    }

    /// The load in permille of what so many threads can use; `None` where the platform does not tell.
    pub fn permille(&self, threads: usize) -> Option<u32> {
        let used = process_cpu_time()?.saturating_sub(self.used?);
        Some(permille(used, self.since.elapsed(), threads))
    }
}

/// Threads that are not among those counted, and clocks of unequal grain, can lead beyond the whole.
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
    fn load_is_a_share_of_what_the_threads_could_use() {
        let milliseconds = Duration::from_millis;
        assert_eq!(permille(milliseconds(50), milliseconds(100), 1), 500);
        assert_eq!(permille(milliseconds(50), milliseconds(100), 4), 125);
        assert_eq!(permille(milliseconds(101), milliseconds(100), 1), 1000);
        assert_eq!(permille(Duration::ZERO, Duration::ZERO, 0), 0);
    }

    #[cfg(any(unix, windows))]
    #[test]
    fn work_takes_processor_time() {
        let load = CpuLoad::start();
        let before = process_cpu_time().unwrap();
        let deadline = Instant::now() + Duration::from_secs(20);
        while process_cpu_time().unwrap() < before + Duration::from_millis(20) {
            assert!(Instant::now() < deadline, "no time is counted");
            black_box((0..1000u64).map(black_box).sum::<u64>());
        }
        assert!((1..=1000).contains(&load.permille(1).unwrap()));
    }
}
