//! `make`: what it hands to cargo and where it puts the program.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

/// The output of a dry run of `make`, or `None` if make is not installed.
pub(super) fn make_dry_run(arguments: &[&str]) -> Option<String> {
    // Even a dry run executes the lines that call cargo, so a stub replaces it and prints what it gets.
    let tools = env!("CARGO_TARGET_TMPDIR");
    let tools = format!("{tools}/make {}", arguments.concat().replace('/', "_"));
    std::fs::create_dir_all(&tools).unwrap();
    let cargo = format!("{tools}/cargo");
    let stub = "#!/bin/sh\necho \"EVALFILE=$EVALFILE CC=$CC cargo $*\"\n";
    std::fs::write(&cargo, stub).unwrap();
    std::fs::set_permissions(&cargo, PermissionsExt::from_mode(0o755)).unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("make")
        .arg("-n")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", format!("{tools}:{path}"))
        .env_remove("MAKEFLAGS")
        .output();
    let Ok(output) = output else {
        eprintln!("skipped: make is not installed");
        return None;
    };
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    Some(text)
}

/// The program writes the profile with its benchmark, and the second build reads it.
#[test]
fn make_pgo_builds_with_the_profile_of_the_benchmark() {
    let Some(text) = make_dry_run(&["pgo", "EXE=fast"]) else {
        return;
    };
    let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
    let steps = [
        place("profile-generate="),
        place("diglot bench >"),
        place("diglot bench --eval-file classical >"),
        place("merge -o target/profile/diglot.profdata"),
        place("target/profile/diglot.profdata\")\""),
        place("\"fast\""),
    ];
    assert!(steps.is_sorted(), "{text}");
}
