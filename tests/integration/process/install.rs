//! `make install`: the files where XBoard and ChessPartner look for them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::support::program::PROGRAM;

/// Runs make for this program. Returns false if make is not installed.
fn make(target: &str, folder: &Path, variables: &[&str]) -> bool {
    let output = Command::new("make")
        .args([target, &format!("EXE={PROGRAM}")])
        .arg(format!("DESTDIR={}", folder.display()))
        .args(variables)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("MAKEFLAGS")
        .output();
    let Ok(output) = output else {
        eprintln!("skipped: make is not installed");
        return false;
    };
    assert!(output.status.success(), "{output:?}");
    true
}

/// The files below a folder with their permissions, sorted.
fn files(folder: &Path) -> Vec<(String, u32)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let mode = path.metadata().unwrap().permissions().mode() & 0o777;
                let name = path.strip_prefix(folder).unwrap();
                found.push((name.to_str().unwrap().to_owned(), mode));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn make_install_puts_the_program_and_its_plugin_where_debian_has_them() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("a b");
    if !make("install", &root, &["PREFIX=/usr"]) {
        return;
    }
    let found = files(&root);
    for name in [
        "usr/games/diglot.cpeini",
        "usr/share/bash-completion/completions/diglot",
        "usr/share/doc/diglot/CHANGELOG.md",
        "usr/share/doc/diglot/README.md",
        "usr/share/doc/diglot/docs/images/variants/atomic.svg",
        "usr/share/doc/diglot/docs/images/xboard.png",
        "usr/share/doc/diglot/docs/options.md",
        "usr/share/fish/vendor_completions.d/diglot.fish",
        "usr/share/games/plugins/logos/diglot.png",
        "usr/share/games/plugins/xboard/diglot.eng",
        "usr/share/man/man6/diglot.6",
        "usr/share/man/man6/diglot-bench.6",
        "usr/share/man/man6/diglot-book-make.6",
        "usr/share/zsh/site-functions/_diglot",
    ] {
        assert!(
            found.contains(&(name.to_owned(), 0o644)),
            "{name} in {found:?}"
        );
    }
    assert!(found.contains(&("usr/games/diglot".to_owned(), 0o755)));
    assert!(found.iter().all(|(name, _)| !name.contains("script")));
    let program = root.join("usr/games/diglot");
    let version = Command::new(&program).arg("--version").output().unwrap();
    assert!(version.stdout.starts_with(b"diglot "), "{version:?}");
    let printed = Command::new(&program).arg("cpeini").output().unwrap();
    let cpeini = fs::read_to_string(root.join("usr/games/diglot.cpeini")).unwrap();
    assert_eq!(cpeini.as_bytes(), printed.stdout);
    assert!(cpeini.contains("\n[Variables]\n"), "{cpeini}");
    // XBoard reads a line with the version, one with the command, and one with the variants.
    let plugin = fs::read_to_string(root.join("usr/share/games/plugins/xboard/diglot.eng"));
    let expected = "plugin spec 0.0\n/usr/games/diglot\nchess,fischerandom,nocastle,";
    assert!(plugin.unwrap().starts_with(expected));
    let logo = fs::read(root.join("usr/share/games/plugins/logos/diglot.png")).unwrap();
    assert!(logo.starts_with(b"\x89PNG\r\n\x1a\n"));
    let size = |offset: usize| u32::from_be_bytes(logo[offset..offset + 4].try_into().unwrap());
    // XBoard gives logos twice as much width as height.
    assert_eq!((size(16), size(20)), (130, 65));
    check_manual(&root.join("usr/share/man/man6/diglot.6"));
    check_links(&root.join("usr/share/doc/diglot"));
    check_debian_package(&found);
    let completions = root.join("usr/share/bash-completion/completions/diglot");
    let completions = fs::read_to_string(completions).unwrap();
    assert!(completions.contains("--eval-file") && completions.contains("bench"));
    assert!(
        !completions.contains("generate"),
        "hidden commands are listed"
    );
    make("uninstall", &root, &["PREFIX=/usr"]);
    assert!(files(&root).is_empty());
}

/// The page names the program, its options and commands, and what is not the command line's; its header does not
/// depend on the machine.
fn check_manual(page: &Path) {
    let page = fs::read_to_string(page).unwrap();
    let text = page.replace('\\', "");
    let version = concat!("Diglot ", env!("CARGO_PKG_VERSION"));
    let header = text.lines().find(|line| line.starts_with(".TH"));
    assert!(header.unwrap().contains(version), "{header:?}");
    for part in [
        "--no-settings",
        "diglot-bench(6)",
        "xboard",
        ".SH FILES",
        "settings.txt",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("commit:"), "{text}");
}

/// Every picture and page that the installed documents lead to is installed.
fn check_links(documents: &Path) {
    let mut count = 0;
    for (name, _) in files(documents) {
        let document = documents.join(&name);
        if !name.ends_with(".md") {
            continue;
        }
        let text = fs::read_to_string(&document).unwrap();
        for rest in text.split("](").skip(1) {
            let (link, _) = rest.split_once(')').unwrap();
            let path = link.split('#').next().unwrap_or_default();
            if !path.is_empty() && !path.contains("://") {
                assert!(document.with_file_name(path).is_file(), "{name}: {path}");
                count += 1;
            }
        }
    }
    assert!(count > 40, "only {count} links");
}

/// The Debian package has the files of every folder.
fn check_debian_package(found: &[(String, u32)]) {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let manifest = fs::read_to_string(manifest).unwrap();
    for (name, _) in found {
        let (folder, _) = name.rsplit_once('/').unwrap();
        let folder = folder.replace("site-functions", "vendor-completions");
        let asset = format!("[\"target/release-tree/{folder}/");
        assert!(manifest.contains(&asset), "{name}");
    }
}

#[test]
fn make_install_takes_another_folder_for_programs() {
    let folder = tempfile::tempdir().unwrap();
    if make("install", folder.path(), &["BINDIR=/opt/bin"]) {
        let plugins = folder.path().join("usr/local/share/games/plugins");
        let plugin = fs::read_to_string(plugins.join("xboard/diglot.eng")).unwrap();
        assert_eq!(plugin.lines().nth(1), Some("/opt/bin/diglot"));
        assert!(folder.path().join("opt/bin/diglot").exists());
    }
}
