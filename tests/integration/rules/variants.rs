//! Set-up, notation, keys and ends of games of the variants.

use diglot::board::{
    CastlingMode, DrawReason, FAIRY_CHESS, Fairy, FenStyle, KeyHistory, Outcome, Position,
    VARIANTS, WinReason, variant,
};
use diglot::types::{Color, Move};

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

fn position(name: &str, fen: &str) -> Position<Fairy> {
    let found = Position::of_variant(variant(name).unwrap(), fen, CastlingMode::Standard);
    found
        .unwrap_or_else(|error| panic!("{name} {fen}: {error}"))
        .0
}

#[test]
fn broken_positions_are_refused_with_the_reason() {
    for (name, fen, reason) in [
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/4K3[Qx] w - - 0 1",
            "not a pocket",
        ),
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1",
            "not a pocket",
        ),
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/4K3[Q w - - 0 1",
            "not a pocket",
        ),
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/4K3/Qx w - - 0 1",
            "not a pocket",
        ),
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/4K~3[] w - - 0 1",
            "not a board",
        ),
        (
            "crazyhouse",
            "4k3/8/8/8/8/~8/8/4K3[] w - - 0 1",
            "not a board",
        ),
        ("crazyhouse", "4k3/8/8/8/8/8/8[] w - - 0 1", "not a board"),
        (
            "kingofthehill",
            "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1",
            "no drops",
        ),
        (
            "3check",
            "4k3/8/8/8/8/8/8/4K3 w - - 3+x 0 1",
            "not the checks",
        ),
        (
            "3check",
            "4k3/8/8/8/8/8/8/4K3 w - - 4+3 0 1",
            "more than 3 checks",
        ),
        ("horde", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "White has a king"),
        ("horde", "8/8/8/8/8/8/P7/8 w - - 0 1", "Black has no king"),
        ("horde", "4k3/8/8/8/8/8/8/p7 w - - 0 1", "a pawn on a1"),
        ("nocastle", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn on a1"),
        (
            "nocastle",
            "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
            "Black is in check",
        ),
        (
            "racingkings",
            "8/8/8/8/8/8/k6K/R7 b - - 0 1",
            "Black is in check",
        ),
        ("atomic", "8/8/8/8/8/8/8/R7 w - - 0 1", "no king"),
        (
            "atomic",
            "k7/8/8/8/8/8/8/R3K3 w - - 0 1",
            "Black is in check",
        ),
        ("antichess", "8/8/8/8/8/8/8/8 w - - 0 1", "no pieces"),
        (
            "twokings",
            "4k3/8/8/8/8/8/8/KKK5 w - - 0 1",
            "more than one king",
        ),
        (
            "knightmate",
            "4k3/8/8/8/8/8/8/N3K3 w - - 0 1",
            "not a board",
        ),
        (
            "knightmate",
            "4k3/2K5/8/8/8/8/8/8 w - - 0 1",
            "Black is in check",
        ),
        (
            "shatranj",
            "4k3/8/2B5/8/8/8/8/4K3 w - - 0 1",
            "Black is in check",
        ),
        (
            "berolina",
            "4k3/4P3/8/8/8/8/8/4K3 w - - 0 1",
            "Black is in check",
        ),
    ] {
        let refused = Position::of_variant(variant(name).unwrap(), fen, CastlingMode::Standard);
        let error = refused
            .map(|(position, _)| position)
            .unwrap_err()
            .to_string();
        assert!(error.contains(reason), "{name} {fen}: {error}");
    }
}

#[test]
fn pockets_and_checks_are_read_in_all_forms() {
    let fen = "4k3/8/8/8/8/8/8/Q~3K3[QPPnp] w - - 0 1";
    for text in [fen, "4k3/8/8/8/8/8/8/Q~3K3/PQPpn w - - 0 1"] {
        assert_eq!(position("crazyhouse", text).to_fen(FenStyle::XFen), fen);
    }
    let empty = position("crazyhouse", "4k3/8/8/8/8/8/8/4K3[-] w - - 0 1");
    assert_eq!(
        empty,
        position("crazyhouse", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    );
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 2+3 5 9";
    for text in [fen, "4k3/8/8/8/8/8/8/4K3 w - - 5 9 +1+0"] {
        assert_eq!(position("3check", text).to_fen(FenStyle::XFen), fen);
    }
}

#[test]
fn wild_castling_needs_a_king_on_the_d_or_e_file_and_a_rook_in_a_corner() {
    let castling = |fen: &str, mode| {
        let (position, warnings) =
            Position::of_variant(variant("wildcastle").unwrap(), fen, mode).unwrap();
        let fen = position.to_fen(FenStyle::XFen);
        (fen.split(' ').nth(2).unwrap().to_owned(), warnings.len())
    };
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        for (fen, rights, warnings) in [
            ("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", "KQ", 0),
            ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "KQ", 0),
            ("4k3/8/8/8/8/8/8/RK5R w KQ - 0 1", "-", 2),
            ("4k3/8/8/8/8/8/8/RK5R w HA - 0 1", "-", 2),
            ("4k3/8/8/8/8/8/8/1R1K2R1 w KQ - 0 1", "-", 2),
            ("4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1", "-", 2),
        ] {
            assert_eq!(castling(fen, mode), (rights.to_owned(), warnings), "{fen}");
        }
    }
}

/// A promoted king is not the one that may castle.
#[test]
fn castling_rights_end_when_a_second_king_hides_which_one_has_them() {
    for (fen, reply, rights) in [
        ("8/P7/8/8/8/3n4/8/RNK3BR w KQ - 0 1", "d3c1", "-"),
        ("8/P2n4/8/8/8/8/8/RNK3BR w KQ - 0 1", "d7f6", "-"),
        ("8/P2n4/8/8/8/8/8/RN2K1BR w KQ - 0 1", "d7f6", "KQ"),
    ] {
        let mut position = position("giveaway", fen);
        for m in ["a7a8k", reply] {
            position = position.after(position.parse_move(m).unwrap());
        }
        let fen = position.to_fen(FenStyle::XFen);
        assert_eq!(fen.split(' ').nth(2), Some(rights), "{fen}");
    }
}

#[test]
fn moves_are_written_and_read() {
    for (name, fen, coordinate, san) in [
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1",
            "N@f6",
            "N@f6+",
        ),
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1",
            "P@e4",
            "P@e4",
        ),
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/4K1N1[N] w - - 0 1",
            "g1f3",
            "Nf3",
        ),
        (
            "knightmate",
            "4k3/8/8/8/8/8/8/M3K3 w - - 0 1",
            "a1b2",
            "Mb2",
        ),
        (
            "knightmate",
            "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a7a8m",
            "a8=M",
        ),
        ("antichess", "8/P7/8/8/8/8/7p/8 w - - 0 1", "a7a8k", "a8=K"),
        (
            "antichess",
            "8/8/8/8/8/5p2/4P3/8 w - - 0 1",
            "e2f3",
            "exf3#",
        ),
        (
            "atomic",
            "4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1",
            "d1d7",
            "Rxd7#",
        ),
        (
            "kingofthehill",
            "7k/8/8/8/8/3K4/8/8 w - - 0 1",
            "d3d4",
            "Kd4#",
        ),
        (
            "3check",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 0 1",
            "a1a8",
            "Ra8#",
        ),
        (
            "wildcastle",
            "3k4/8/8/8/8/8/8/R2K3R w KQ - 0 1",
            "d1f1",
            "O-O-O",
        ),
        (
            "wildcastle",
            "3k4/8/8/8/8/8/8/R2K3R w KQ - 0 1",
            "d1b1",
            "O-O",
        ),
        ("berolina", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2g4", "g4"),
    ] {
        let position = position(name, fen);
        let m = position
            .parse_move(coordinate)
            .unwrap_or_else(|error| panic!("{name} {error}"));
        assert_eq!(position.to_coordinate(m, false), coordinate, "{name}");
        assert_eq!(position.to_san(m), san, "{name}");
        assert_eq!(position.parse_san(san), Ok(m), "{name} {san}");
    }
    let position = position("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1");
    assert_eq!(position.parse_move("@e4"), position.parse_move("P@e4"));
    for text in ["P@e8", "P@e1", "N@e4", "Z@e4", "@", "@@", "P@", "K@a1"] {
        assert!(position.parse_move(text).is_err(), "{text}");
    }
}

#[test]
fn games_end_by_the_rules_of_the_variant() {
    let win = |winner, reason| Some(Outcome::Win { winner, reason });
    let draw = |reason| Some(Outcome::Draw(reason));
    let (white, black) = (Color::White, Color::Black);
    for (name, fen, expected) in [
        (
            "3check",
            "4k3/8/8/8/8/8/8/4K3 w - - 0+3 0 1",
            win(white, WinReason::Checks),
        ),
        (
            "kingofthehill",
            "8/8/8/3k4/8/8/8/K7 w - - 0 1",
            win(black, WinReason::KingInCenter),
        ),
        (
            "atomic",
            "8/8/8/8/8/8/8/R3K3 b - - 0 1",
            win(white, WinReason::KingExploded),
        ),
        ("atomic", "8/8/8/8/8/8/2k5/1QK5 b - - 0 1", None),
        (
            "antichess",
            "8/8/8/8/8/8/8/R7 b - - 0 1",
            win(black, WinReason::NothingLeft),
        ),
        (
            "antichess",
            "8/8/8/8/p7/P7/8/8 b - - 0 1",
            win(black, WinReason::Stalemate),
        ),
        (
            "antichess",
            "8/8/8/8/8/8/8/B6b w - - 0 1",
            draw(DrawReason::InsufficientMaterial),
        ),
        (
            "suicide",
            "8/8/8/8/p7/P7/8/8 b - - 0 1",
            draw(DrawReason::Stalemate),
        ),
        (
            "suicide",
            "8/8/8/8/p7/P7/8/R7 b - - 0 1",
            win(black, WinReason::Stalemate),
        ),
        (
            "suicide",
            "8/8/8/p7/P7/p7/P7/8 b - - 0 1",
            draw(DrawReason::Stalemate),
        ),
        (
            "losers",
            "4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
            win(black, WinReason::NothingLeft),
        ),
        (
            "losers",
            "R3k3/8/4K2p/8/8/8/8/8 b - - 0 1",
            win(black, WinReason::Checkmated),
        ),
        (
            "horde",
            "4k3/8/8/8/8/8/8/8 w - - 0 1",
            win(black, WinReason::AllCaptured),
        ),
        (
            "racingkings",
            "7K/8/8/8/8/k7/8/8 b - - 0 1",
            win(white, WinReason::KingOnLastRank),
        ),
        ("racingkings", "7K/k7/8/8/8/8/8/8 b - - 0 1", None),
        (
            "racingkings",
            "k6K/8/8/8/8/8/8/8 w - - 0 1",
            draw(DrawReason::BothReachedGoal),
        ),
        (
            "racingkings",
            "k7/7K/8/8/8/8/8/8 w - - 0 1",
            win(black, WinReason::KingOnLastRank),
        ),
        (
            "shatranj",
            "4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
            win(white, WinReason::BareKing),
        ),
        ("shatranj", "8/8/8/8/8/8/1k6/R3K3 b - - 0 1", None),
        (
            "shatranj",
            "8/8/8/8/8/4k3/8/4K3 w - - 0 1",
            draw(DrawReason::InsufficientMaterial),
        ),
        (
            "shatranj",
            "k7/P7/K6p/7P/8/8/8/8 b - - 0 1",
            win(white, WinReason::Stalemate),
        ),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 120 150", None),
        (
            "nocastle",
            "4k3/8/8/8/8/8/8/4K2R w - - 100 150",
            draw(DrawReason::FiftyMoves),
        ),
        ("shatranj", "4k2r/8/8/8/8/8/8/4K2R w - - 100 150", None),
        (
            "shatranj",
            "4k2r/8/8/8/8/8/8/4K2R w - - 140 150",
            draw(DrawReason::FiftyMoves),
        ),
    ] {
        let position = position(name, fen);
        assert_eq!(
            position.outcome(&KeyHistory::default()),
            expected,
            "{name} {fen}"
        );
        let ended_by_rule = matches!(expected, Some(Outcome::Win { .. }));
        assert!(
            !ended_by_rule || position.legal_moves().is_empty(),
            "{name} {fen}"
        );
    }
}

#[test]
fn keys_and_state_equal_those_of_the_position_set_up_anew() {
    for variant in &VARIANTS {
        let mut random = StdRng::seed_from_u64(7);
        for _ in 0..6 {
            let mut position = Position::start_of(variant);
            for _ in 0..120 {
                let moves = position.legal_moves();
                let Some(&m) = moves.choose(&mut random) else {
                    break;
                };
                let san = position.to_san(m);
                assert_eq!(
                    position.parse_san(&san),
                    Ok(m),
                    "{} {position:?} {san}",
                    variant.name
                );
                let coordinate = position.to_coordinate(m, true);
                assert_eq!(
                    position.parse_coordinate(&coordinate),
                    Ok(m),
                    "{position:?}"
                );
                position.make_move(m, &mut ());
                let fen = position.to_fen(FenStyle::Shredder);
                let found = Position::of_variant(variant, &fen, CastlingMode::Standard);
                let (anew, warnings) = found.unwrap_or_else(|error| panic!("{fen}: {error}"));
                assert!(warnings.is_empty(), "{fen}: {warnings:?}");
                assert_eq!(anew, position, "{}", variant.name);
                assert_eq!(anew.key(), position.key(), "{} {fen}", variant.name);
            }
        }
    }
}

#[test]
fn equal_boards_with_other_pockets_checks_or_variants_have_other_keys() {
    let keys = [
        ("crazyhouse", "4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/Q3K3[P] w - - 0 1"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/Q3K3[p] w - - 0 1"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/Q3K3[PP] w - - 0 1"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1"),
        ("bughouse", "4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1"),
        ("nocastle", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"),
        ("3check", "4k3/8/8/8/8/8/8/Q3K3 w - - 3+3 0 1"),
        ("3check", "4k3/8/8/8/8/8/8/Q3K3 w - - 2+3 0 1"),
        ("3check", "4k3/8/8/8/8/8/8/Q3K3 w - - 3+2 0 1"),
    ]
    .map(|(name, fen)| position(name, fen).key());
    for (i, key) in keys.iter().enumerate() {
        assert!(!keys[..i].contains(key), "{i}");
    }
}

/// Every legal move is pseudo-legal and legal, and no other 16 bits are.
#[test]
fn legality_of_any_move_agrees_with_generation() {
    for variant in &VARIANTS {
        let mut random = StdRng::seed_from_u64(3);
        let mut position = Position::start_of(variant);
        for ply in 0..60 {
            let moves = position.legal_moves();
            let Some(&m) = moves.choose(&mut random) else {
                break;
            };
            if ply % 6 != 0 {
                position.make_move(m, &mut ());
                continue;
            }
            let accepted: Vec<Move> = (0..=u16::MAX)
                .filter_map(Move::from_bits)
                .filter(|&m| position.is_pseudo_legal(m) && position.is_legal(m))
                .collect();
            let mut expected = moves.to_vec();
            expected.sort_by_key(|m| m.bits());
            assert_eq!(accepted, expected, "{} {position:?}", variant.name);
            position.make_move(m, &mut ());
        }
    }
}

#[test]
fn the_table_of_rules_plays_chess_like_standard() {
    let mut random = StdRng::seed_from_u64(11);
    for _ in 0..20 {
        let mut fairy = Position::start_of(&FAIRY_CHESS);
        let mut standard = Position::startpos();
        for _ in 0..150 {
            let mut moves = standard.legal_moves();
            let mut fairy_moves = fairy.legal_moves();
            moves.sort_by_key(|m| m.bits());
            fairy_moves.sort_by_key(|m| m.bits());
            assert_eq!(moves, fairy_moves, "{standard:?}");
            assert_eq!(
                standard.to_fen(FenStyle::XFen),
                fairy.to_fen(FenStyle::XFen)
            );
            let history = KeyHistory::default();
            assert_eq!(standard.outcome(&history), fairy.outcome(&history));
            for &m in &moves {
                assert_eq!(standard.to_san(m), fairy.to_san(m));
                assert_eq!(standard.gives_direct_check(m), fairy.gives_direct_check(m));
                for threshold in [-400, -100, 0, 100, 300] {
                    let exchange = |wins: bool| (wins, m, threshold);
                    assert_eq!(
                        exchange(standard.see_at_least(m, threshold)),
                        exchange(fairy.see_at_least(m, threshold)),
                        "{standard:?}"
                    );
                }
            }
            let Some(&m) = moves.choose(&mut random) else {
                break;
            };
            standard.make_move(m, &mut ());
            fairy.make_move(m, &mut ());
        }
    }
}
