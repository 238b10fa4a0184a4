//! x
use diglot::board::*;
use diglot::search::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let d: u32 = a[1].parse().unwrap();
    let mut tot = 0;
    let t = std::time::Instant::now();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -",
    ] {
        let p = Position::from_fen(fen, CastlingMode::Chess960).unwrap().0;
        let mut l = Limits::none(std::time::Instant::now());
        l.depth = Some(d);
        let s = search_to_completion(p, l, 1, 16);
        println!("{} {:?} {:?}", s.nodes, s.best, s.score);
        tot += s.nodes;
    }
    println!("{tot} {:.0} nps", tot as f64 / t.elapsed().as_secs_f64());
}
