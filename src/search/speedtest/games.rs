//! The games of the speed test.

/// Games in SAN from the start position, which Diglot played against itself with 5,000 nodes a move: openings and
/// middlegames of different kinds, and endgames.
pub(super) const GAMES: &[&str] = &[
    // Sicilian Defence, Najdorf Variation.
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 g6 h4 h5 Bg5 Bg7 Qd2 Nc6 f3 Nxd4 Qxd4 Qa5 O-O-O O-O Qd2 \
     b5 Kb1 b4 Nd5 Nxd5 Qxd5 Qxd5 Rxd5 f6 Be3 f5 exf5 Bxf5 Bd3 Bxd3 Rxd3 Bf6 g4 Kf7 g5 Bh8 Re1 Rac8 \
     Bd2 Rc4 Rde3 Be5 Re4 Rxe4 Rxe4 Bg3 Rxb4 Ke6 Re4+ Kd7 c4 Rxf3 Kc2 Rf2 c5 Rh2 Kd3 Rxh4 c6+ Kxc6 \
     Rxe7 Rg4 b3 Kd5 Be3 h4 Rh7 Ke5 Re7+ Kf5 Rf7+ Ke6 Rh7 d5 Ke2 d4 Bd2 Be5 Kf3 Rg3+ Ke4 Rg2 Bc1 Rg4+ \
     Kf3 Rg3+ Ke4 h3 Bd2 Rg4+ Kf3 Rg3+ Ke4 Rg2 Bb4 Rg4+ Kf3 Rg3+ Kf2 Kf5",
    // Queen's Gambit Declined.
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 Nbd7 cxd5 exd5 Bd3 c6 Qc2 Re8 O-O h6 Bh4 Ne4 Bxe7 Qxe7 \
     Bxe4 dxe4 Nd2 Nf6 Rfc1 Bf5 Qa4 a5 a3 b5 Qc2 Rec8 a4 b4 Ne2 Qd8 Ng3 Bh7 h3 Bg6 Qc5 h5 Nf5 Bxf5 \
     Qxf5 Qe7 Rc5 g6 Qg5 Qe6 Rxa5 Nd5 Rxa8 Rxa8 a5 Kg7 Nb3 f5 a6 Kh7 Nc5 Qf7 Qg3 Qe7 Qe5 Qxe5 dxe5 \
     Kh6 Kh2 h4 g4 Nc7 gxf5 gxf5 Kg2 Kg6 Ra4 Nd5 a7 f4 Nxe4 Kf5 Kf3 fxe3 fxe3 Kxe5 Nc5 Kd6 Nd3 Kc7 e4 \
     Nb6 Rxb4 Rxa7 e5 Ra5 Rxh4 Rb5 Rh7+ Kd8 h4 c5 h5 c4 Nf4 Nd7",
    // King's Indian Defence.
    "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 d5 Nbd7 Qc2 a5 O-O b6 Be3 Nh5 Rfe1 Nc5 Rad1 f5 Nd2 Nf4 \
     Bf1 Nh5 b3 Qe8 Be2 Nf4 Bf1 fxe4 Ndxe4 Bf5 f3 Nh5 g4 Bxe4 Nxe4 Nxe4 Qxe4 Nf4 Bf2 a4 b4 h5 Bg3 g5 \
     c5 hxg4 fxg4 bxc5 bxc5 Qd7 Rb1 dxc5 h3 Rad8 Rb7 Rb8 Rxb8 Rxb8 Bc4 Rf8 Bxf4 Rxf4 d6+ Kh8 Qd5 Rf8 \
     dxc7 Qxc7 Kg2 Rd8 Qe6 Qd6 Qf7 Qc6+ Kg3 Qe8 Rd1 Rb8 Qxe8+ Rxe8 Rd5 e4 Rxg5 Be5+ Kg2 Bd4 Rh5+ Kg7 \
     Kg3 e3 Rg5+ Kh6 Rh5+ Kg7 Rg5+ Kh6 Rh5+",
    // Ruy Lopez.
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Nc3 b5 Bb3 Bc5 Nxe5 Nxe5 d4 Bd6 f4 Nc4 e5 O-O exf6 Qxf6 Ne4 \
     Qf5 Ng3 Qd5 a4 Bb7 Rf2 c5 Bxc4 Qxc4 Be3 Rfe8 dxc5 Bxc5 b3 Qc3 Bxc5 Qxc5 axb5 axb5 Rxa8 Rxa8 Qxd7 \
     Bd5 b4 Qd4 Nf1 Qc4 h3 Be4 Qd2 Qc6 c3 Qf6 Re2 Bb7 Re5 Rd8 Qf2 Bc6 Ne3 Rd3 Nf5 Bd7 Qc2 Qxf5 Rxf5 \
     Bxf5 c4 bxc4 Qxc4 h6 b5 Rd6 Kh2 Be6 Qc7 Rd2 Qc3 Rd6 Qb4 Rd3 b6 Bd5 b7 Bxb7 Qxb7 g6 Qb8+ Kg7 Qe5+ \
     Kg8 f5 gxf5 h4 Rd2 Qb8+ Kh7 Qf4 Rd8 Qxf5+ Kg7 Qe5+ Kg8 Qf6 Rd5",
    // French Defence, Winawer Variation.
    "e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7 Nf3 Qa5 Bd2 O-O a4 Bd7 c4 Qd8 cxd5 Nxd5 dxc5 Bc6 Be2 \
     Nd7 c4 Ne7 O-O Nf5 Bc3 a5 Nd4 Nxd4 Qxd4 Qe7 Qd6 Qg5 g4 Rfd8 Qd4 Nb6 Qe3 Qxe3 fxe3 Nd7 Bd4 Rdc8 \
     Rfb1 Be4 Rb5 Bc6 Rb2 Be4 Rb5 Bc6 Rb2 Be4",
];
