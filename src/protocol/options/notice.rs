//! Notices to the user after an option was set.

use std::thread;

use super::spec::OptionSpec;
use crate::engine::{Engine, Options};

/// A message about the effect of an option that was just set to `value`, if it needs one. `before` are the values before.
pub(crate) fn option_notice(
    spec: &OptionSpec,
    value: Option<&str>,
    before: &Options,
    engine: &Engine,
) -> Option<String> {
    if let Some(nearest) = value.and_then(|text| spec.nearest(text)) {
        return Some(format!("{}: out of range, set to {nearest}", spec.name));
    }
    match spec.name {
        "EvalFile" => Some(evaluation(engine)),
        "Threads" if engine.options().threads() != before.threads() => {
            let processors = thread::available_parallelism().ok()?.get();
            too_many_threads(engine.options().threads(), processors)
        }
        _ => None,
    }
}

/// The evaluation in use.
fn evaluation(engine: &Engine) -> String {
    let Some(network) = engine.network() else {
        return "EvalFile: hand-crafted evaluation".to_owned();
    };
    let source = match engine.options().eval_file() {
        "" => "the built-in network",
        path => path,
    };
    format!("EvalFile: {source} ({})", network.summary())
}

/// A warning if the threads have to take turns.
fn too_many_threads(threads: usize, processors: usize) -> Option<String> {
    (threads > processors).then(|| {
        format!("Threads: {threads} threads share {processors} processors, so the search is slower")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_more_threads_than_processors_are_warned_about() {
        assert_eq!(too_many_threads(4, 4), None);
        let warning = too_many_threads(5, 4).unwrap_or_default();
        assert!(
            warning.contains("5 threads share 4 processors"),
            "{warning}"
        );
    }
}
