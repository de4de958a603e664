//! The games of ten small archives.

/// The games of an archive: the format they are in, and texts of which each later one is appended to the archive.
pub(crate) struct Sample {
    pub(crate) name: &'static str,
    pub(crate) format: &'static str,
    pub(crate) texts: Vec<String>,
}

fn sample(name: &'static str, texts: &[&str]) -> Sample {
    Sample { name, format: "pgn", texts: texts.iter().map(|text| (*text).to_owned()).collect() }
}

pub(crate) fn samples() -> Vec<Sample> {
    let mut all = vec![
        sample("plain", &[PLAIN, PLAIN_TOO]),
        sample("clocks and evaluations", &[CLOCKS]),
        sample("variations", &[VARIATIONS]),
        sample("illegal moves and words", &[ILLEGAL]),
        sample("starts", &[STARTS]),
        sample("Chess960", &[CHESS960, PLAIN_TOO]),
        sample("empty games", &["*\n\n*\n\n[Event \"?\"]\n\n1-0\n\n[White \"A\"]\n[Result \"1/2-1/2\"]\n\n1/2-1/2\n"]),
        Sample { format: "vgn", ..sample("VGN", &[VGN]) },
    ];
    let tags: String =
        (0..40).map(|number| format!("[Tag{number} \"{} of {number}\"]\n", VALUES[number % 5])).collect();
    all.push(sample("many tags", &[&format!("{tags}\n1. e4 e5 *\n\n{tags}[Last \"one\"]\n\n1. d4 *\n")]));
    let words: Vec<_> = (0..300).map(|number| VALUES[number * number % 7 % 5]).collect();
    let prose = words.join(" ");
    all.push(sample("long comments", &[&format!("{{{prose}}} 1. e4 {{{prose}!}} e5 *\n\n1. d4 {{{prose}?}} *\n")]));
    all
}

const VALUES: [&str; 5] = ["knight", "the file is open", "Zürich", "a \u{2654} that waits", "x"];

const PLAIN: &str = r#"[Event "Rated Blitz game"]
[White "first"]
[Black "second"]
[Result "0-1"]
[UTCDate "2013.01.31"]
[WhiteElo "1500"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "Rated Blitz game"]
[White "second"]
[Black "third"]
[Result "1-0"]
[UTCDate "2013.02.01"]
[WhiteElo "1514"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4 6. d4 b5 1-0

[Event "Rated Bullet game"]
[Result "*"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 *
"#;

const PLAIN_TOO: &str = r#"[Event "Appended"]
[Result "1/2-1/2"]

1. c4 c5 2. g3 g6 1/2-1/2

[Event "Appended"]
[Result "*"]

1. b3 *

[Event "Appended"]
[Result "1-0"]

1. e4 c5 2. Nf3 d6 3. d4 cxd4 1-0
"#;

const CLOCKS: &str = r#"[Event "Clocks"]
[TimeControl "180+2"]
[Result "1-0"]

1. e4 { [%eval 0.2] [%clk 0:03:00] } 1... e5 { [%eval 0.25] [%clk 0:03:00] } 2. Nf3 { [%eval 0.2] [%clk 0:02:58] }
2... Nc6 { [%eval #3] [%clk 0:02:51] } 1-0

[Event "Evaluations"]
[Result "0-1"]

1. d4 { +0.31/17 4.2s } d5 { -0.10/18 3.1s } 2. c4 { (Nf3 Nf6 Bf4) +0.20/16 } e6 { [%csl Gd4,Rd5] [%cal Gc2c4] } 0-1

1. e4 {[%emt 0:00:01]} *
"#;

const VARIATIONS: &str = r#"[Event "Variations"]
[Result "*"]

{before} 1. e4! (1. d4 d5 (1... Nf6 $14 2. c4 {a line} (2. Nf3 ; to the end
g6)) 2. c4) 1... c5 $6 (1... e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5 (3... Nf6))) 2. Nf3 -- 3. d4 *

[Event "More"]
[Result "1-0"]

1. Nf3 (1. c4) (1. g3 {1... d5 2. Bg2}) Nf6 $1 $146 1-0

( 1. e4 ) 1. d4 *
"#;

const ILLEGAL: &str = r#"[Event "Illegal"]
[Result "*"]

1. e4 e5 2. Ke3 Nc6 3. zz9 Bc5 (3... what 4. Qh5) 4. Nf3 *

[Event "Words"]
[Result "0-1"]

1. hello world {a comment} 2. e4 $3 0-1

% an escape
[Event "Odd"

1. e4 e4 2. Qxf7 <reserved> 1-0
"#;

const STARTS: &str = r#"[FEN "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"]
[SetUp "1"]

1. O-O O-O-O 2. dxe6 *

[FEN "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 3 40"]
[SetUp "1"]

40... c5 41. bxc6 {in passing} *

[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]

*

[FEN "nonsense"]

1. e4 *
"#;

const CHESS960: &str = r#"[Variant "Chess960"]
[FEN "qrnbnkbr/pppppppp/8/8/8/8/PPPPPPPP/QRNBNKBR w KQkq - 0 1"]
[SetUp "1"]

1. g3 g6 2. Bd4 Bd5 3. f3 f6 4. Bf2 Bf7 5. O-O {castled} O-O *

[Variant "Chess960"]
[FEN "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9"]

9. Nd3 Nc4 *
"#;

const VGN: &str =
    "1. a3 a6\n2. b3 b6\n*\n\n\n1. Pf2-f3 Pe7-e5\n2. Pg2-g4 Qd8-h4+#\n0-1\n \n\n1. e2e4 e7e5\n2. g1f3 d7d6\n*\n";
