//! The extensions of Rebel Century and ChessPartner over pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::Command;

use crate::support::program::{PROGRAM, spawn};

#[test]
fn a_client_without_protover_plays() {
    let mut child = spawn(&[]);
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut read = || lines.next().unwrap().unwrap();
    input
        .write_all(b"xboard\r\nbegin\r\nsetvar bookfile my book.bin\r\nsetvar antigm 7\r\nend\r\n")
        .unwrap();
    assert_eq!(
        read(),
        "Error (there is no book my book.bin): setvar bookfile my book.bin"
    );
    assert_eq!(
        read(),
        "Error (a number from 0 to 3 expected): setvar antigm 7"
    );
    input.write_all(b"new\nsetlevel 6\ne2e4\n").unwrap();
    assert!(read().starts_with("var:curmov="));
    input.write_all(b"?\n").unwrap();
    while !read().starts_with("move ") {}
    input.write_all(b"quit\n").unwrap();
    assert!(lines.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn cpeini_is_printed() {
    let output = Command::new(PROGRAM).arg("cpeini").output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let (head, variables) = text.split_once("\n[Variables]\n").unwrap();
    assert!(head.contains("\n[Engine]\n"), "{text}");
    for setting in [
        "antigm=Integer(0=Off,1=Active,2=Strong,3=Smart)",
        "playstyle=Integer(0=Aggressive,1=Active,2=Normal,3=Solid,4=Defensive)",
        "playstrength=Integer(0=Novice,1=Club player,2=Strong)",
        "bookfile=Filename(Polyglot (*.bin)|*.bin)",
    ] {
        assert!(variables.lines().any(|line| line == setting), "{text}");
    }
}
