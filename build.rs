//! Selects and checks the network to embed, and tells the program which commit, compiler and target it was built
//! with.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use nnue::error::NetworkLoadError;
use nnue::file_format;

/// The files of the program that read a network file, so that a build accepts what the program would accept.
#[path = "src/eval/nnue"]
#[allow(dead_code, unreachable_pub)]
mod nnue {
    pub(crate) mod architecture;
    pub(crate) mod error;
    pub(crate) mod file_format;
    pub(crate) mod layer_stack;
    pub(crate) mod weights;
}

/// The network that is embedded unless the variable `EVALFILE` names another.
const DEFAULT_NETWORK: &str = "src/eval/nnue/networks/default.nnue";

/// Written by `cargo package`; it names the commit of the packed sources.
const PACKAGE_INFO: &str = ".cargo_vcs_info.json";

/// What the program is built from.
const SOURCES: [&str; 4] = ["src", "build.rs", "Cargo.toml", "Cargo.lock"];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    match network() {
        Ok(path) => println!("cargo:rustc-env=DIGLOT_NETWORK={path}"),
        Err(message) => println!("cargo::error={message}"),
    }
    describe_build();
}

/// The path of the network to embed: the default one or `EVALFILE`, relative to the folder of `Cargo.toml`.
fn network() -> Result<String, String> {
    println!("cargo:rerun-if-env-changed=EVALFILE");
    let named = env::var_os("EVALFILE").filter(|name| !name.is_empty());
    let prefix = if named.is_some() { "EVALFILE: " } else { "" };
    let name = named.map_or_else(|| DEFAULT_NETWORK.into(), PathBuf::from);
    let folder = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let path = Path::new(&folder).join(name);
    let text = path.to_str().filter(|text| !text.contains('\n'));
    let text = text.ok_or("EVALFILE: its path is no UTF-8 text of one line")?;
    println!("cargo:rerun-if-changed={text}");
    check_network(&path).map_err(|error| format!("{prefix}{error}"))?;
    Ok(text.to_owned())
}

/// Checks a network file as the program does when it loads one.
fn check_network(path: &Path) -> Result<(), NetworkLoadError> {
    let path = path.to_owned();
    if !path.exists() {
        return Err(NetworkLoadError::Missing(path));
    }
    if !path.is_file() {
        return Err(NetworkLoadError::NotAFile(path));
    }
    let Ok(bytes) = fs::read(&path) else {
        return Err(NetworkLoadError::Unreadable(path));
    };
    match file_format::parse(&bytes) {
        Ok(_) => Ok(()),
        Err(error) => Err(NetworkLoadError::Unusable { path, error }),
    }
}

/// Target, compiler and commit, for `diglot --version`.
fn describe_build() {
    let target = env::var("TARGET").unwrap_or_default();
    let compiler = env::var("RUSTC").ok();
    let compiler = compiler.and_then(|rustc| output(&rustc, &["--version"]));
    let commit = packaged_commit().or_else(checked_out_commit);
    println!("cargo:rustc-env=DIGLOT_TARGET={target}");
    println!(
        "cargo:rustc-env=DIGLOT_COMPILER={}",
        compiler.as_deref().unwrap_or("rustc")
    );
    println!(
        "cargo:rustc-env=DIGLOT_COMMIT={}",
        commit.as_deref().unwrap_or_default()
    );
}

/// The commit of sources that were packed by `cargo package`. The file is watched only if it exists: cargo
/// would build everything anew each time for one that is missing.
fn packaged_commit() -> Option<String> {
    let info = fs::read_to_string(PACKAGE_INFO).ok()?;
    println!("cargo:rerun-if-changed={PACKAGE_INFO}");
    let (_, rest) = info.split_once("\"sha1\"")?;
    rest.split('"').nth(1).map(str::to_owned)
}

/// The commit of the repository, if these are its sources: not if they lie in another repository. Only for
/// release builds: other builds would be compiled anew after every commit, or name an outdated one.
fn checked_out_commit() -> Option<String> {
    if env::var("PROFILE").ok()? != "release" {
        return None;
    }
    let root = output("git", &["rev-parse", "--show-toplevel"])?;
    let sources = env::var("CARGO_MANIFEST_DIR").ok()?;
    if fs::canonicalize(root).ok()? != fs::canonicalize(sources).ok()? {
        return None;
    }
    // Every commit, checkout and rebase appends to this log.
    let log = output("git", &["rev-parse", "--git-path", "logs/HEAD"])?;
    if Path::new(&log).exists() {
        println!("cargo:rerun-if-changed={log}");
    }
    for source in SOURCES {
        println!("cargo:rerun-if-changed={source}");
    }
    let commit = output("git", &["rev-parse", "--short=12", "HEAD"])?;
    // Without the lock of the index, which a commit at the same time may need.
    let status = [
        "--no-optional-locks",
        "status",
        "--porcelain",
        "--untracked-files=no",
        "--",
    ];
    let changes = output("git", &[&status[..], &SOURCES].concat())?;
    let suffix = if changes.is_empty() {
        ""
    } else {
        " with changes"
    };
    Some(format!("{commit}{suffix}"))
}

/// What a program prints, without white space at both ends; `None` if it fails.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
