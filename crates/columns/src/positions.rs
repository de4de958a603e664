//! The positions of games as rows: one for the start of each game, and one after each ply of its mainline.

use arrow_array::types::{Int32Type, Int64Type, UInt16Type, UInt64Type};
use arrow_array::{
    ArrayRef, ArrowPrimitiveType, FixedSizeListArray, PrimitiveArray, RecordBatch, StringArray, UInt8Array,
};
use arrow_buffer::{OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use scoresheet_core::command::{CommandValue, Evaluation, commands};
use scoresheet_core::notation::{ParsedMove, uci};
use scoresheet_core::position::fen;
use scoresheet_core::rules::zobrist::Key;
use scoresheet_core::rules::{self, Color, Hand, Piece, Planes, Position, Rules};
use scoresheet_core::step::{Sink, Step, Termination};
use std::sync::Arc;

/// A column of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionColumn {
    /// The number of the game.
    Game,
    /// The number of half-moves before the position.
    Ply,
    /// The FEN.
    Fen,
    /// 64 letters, a1 first.
    Board,
    /// 12 planes of bytes.
    Planes,
    /// 18 planes of bytes.
    StatePlanes,
    /// What can be dropped: ten counts.
    Hands,
    /// The Polyglot key.
    Hash,
    /// The next move in UCI.
    Move,
    /// The next move as 16 bits.
    PackedMove,
    /// The result of the game.
    Result,
    /// The rules of the game.
    Rules,
    /// The clock.
    ClockMs,
    /// The evaluation.
    EvalCp,
    /// The evaluation as moves to mate.
    EvalMate,
}

use PositionColumn::{
    Board, ClockMs, EvalCp, EvalMate, Fen, Game, Hands, Hash, Move, PackedMove, Planes as PiecePlanes,
    Result as GameResult, Rules as GameRules, StatePlanes,
};

impl PositionColumn {
    /// Every column, in the order of help.
    pub const ALL: [PositionColumn; 15] = [
        Game,
        PositionColumn::Ply,
        Fen,
        Board,
        PiecePlanes,
        StatePlanes,
        Hands,
        Hash,
        Move,
        PackedMove,
        GameResult,
        GameRules,
        ClockMs,
        EvalCp,
        EvalMate,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Game => "game",
            PositionColumn::Ply => "ply",
            Fen => "fen",
            Board => "board",
            PiecePlanes => "planes",
            StatePlanes => "state_planes",
            Hands => "hands",
            Hash => "hash",
            Move => "move",
            PackedMove => "packed_move",
            GameResult => "result",
            GameRules => "rules",
            ClockMs => "clock_ms",
            EvalCp => "eval_cp",
            EvalMate => "eval_mate",
        }
    }

    /// The column with this name.
    pub fn find(name: &str) -> Option<PositionColumn> {
        PositionColumn::ALL.into_iter().find(|column| column.name() == name)
    }

    /// Which planes it holds.
    pub fn planes(self) -> Option<Planes> {
        match self {
            PiecePlanes => Some(Planes::Pieces),
            StatePlanes => Some(Planes::State),
            _ => None,
        }
    }

    /// How many bytes each row has, in a column of lists of bytes.
    pub fn list_size(self) -> Option<usize> {
        match self {
            Hands => Some(HELD.len()),
            _ => self.planes().map(Planes::bytes),
        }
    }

    /// Whether it uses the content of comments.
    fn wants_comments(self) -> bool {
        matches!(self, ClockMs | EvalCp | EvalMate)
    }

    fn field(self) -> Field {
        let (kind, nullable) = match self {
            Game => (DataType::Int64, false),
            PositionColumn::Ply => (DataType::Int32, false),
            Fen | Board | GameResult => (DataType::Utf8, false),
            PiecePlanes | StatePlanes | Hands => {
                (DataType::FixedSizeList(item(), self.list_size().unwrap_or_default() as i32), false)
            }
            Hash => (DataType::UInt64, false),
            Move | GameRules => (DataType::Utf8, true),
            PackedMove => (DataType::UInt16, true),
            ClockMs => (DataType::Int64, true),
            EvalCp | EvalMate => (DataType::Int32, true),
        };
        Field::new(self.name(), kind, nullable)
    }
}

/// The pieces in the order of `hands`: White's from pawn to queen, then Black's.
const HELD: [(Color, usize); 10] = {
    let mut held = [(Color::White, 0); 10];
    let mut index = 0;
    while index < 10 {
        held[index] = (if index < 5 { Color::White } else { Color::Black }, index % 5);
        index += 1;
    }
    held
};

/// What planes are lists of.
fn item() -> Arc<Field> {
    Arc::new(Field::new("item", DataType::UInt8, false))
}

/// What these columns look like.
pub fn schema(columns: &[PositionColumn]) -> SchemaRef {
    Arc::new(Schema::new(columns.iter().map(|column| column.field()).collect::<Vec<_>>()))
}

/// What is known of a position when the next one comes.
#[derive(Clone, Copy, Default)]
struct Current {
    packed: Option<u16>,
    clock_ms: Option<i64>,
    eval: Option<Evaluation>,
}

/// The values of a column so far.
enum ColumnValues {
    Ply(Vec<i32>),
    Text {
        bytes: Vec<u8>,
        ends: Vec<i32>,
    },
    Bytes(Vec<u8>),
    Hash(Vec<u64>),
    Packed(Vec<Option<u16>>),
    Long(Vec<Option<i64>>),
    Number(Vec<Option<i32>>),
    /// Known for a whole game only.
    OfGame,
}

/// Collects the positions of games: a sink of their steps.
pub struct PositionBatcher {
    columns: Arc<[PositionColumn]>,
    values: Vec<ColumnValues>,
    rows: usize,
    /// Where the rows of the current game start.
    start: usize,
    /// How many variations are open.
    depth: u32,
    wants_comments: bool,
    current: Current,
    /// The next move in UCI.
    text: Vec<u8>,
    /// The marker after the moves, or the value of the tag Result.
    result: Termination,
    rules: Rules,
    games: Vec<GameRows>,
}

/// The rows of a game.
struct GameRows {
    number: u64,
    end: usize,
    result: Termination,
    rules: Rules,
}

/// Rows of positions, and the games that they belong to.
pub struct PositionRows {
    columns: Arc<[PositionColumn]>,
    values: Vec<ColumnValues>,
    games: Vec<GameRows>,
}

impl PositionBatcher {
    /// An empty batch of these columns.
    pub fn new(columns: &Arc<[PositionColumn]>) -> PositionBatcher {
        let values = columns.iter().map(|column| match column {
            PositionColumn::Ply => ColumnValues::Ply(Vec::new()),
            Fen | Move => ColumnValues::Text { bytes: Vec::new(), ends: vec![0] },
            Board | PiecePlanes | StatePlanes | Hands => ColumnValues::Bytes(Vec::new()),
            Hash => ColumnValues::Hash(Vec::new()),
            PackedMove => ColumnValues::Packed(Vec::new()),
            ClockMs => ColumnValues::Long(Vec::new()),
            EvalCp | EvalMate => ColumnValues::Number(Vec::new()),
            Game | GameResult | GameRules => ColumnValues::OfGame,
        });
        PositionBatcher {
            values: values.collect(),
            columns: Arc::clone(columns),
            rows: 0,
            start: 0,
            depth: 0,
            wants_comments: columns.iter().any(|column| column.wants_comments()),
            current: Current::default(),
            text: Vec::new(),
            result: Termination::Unknown,
            rules: Rules::STANDARD,
            games: Vec::new(),
        }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Ends the game whose steps were taken.
    pub fn end(&mut self, number: u64) {
        self.close_row();
        self.games.push(GameRows { number, end: self.rows, result: self.result, rules: self.rules });
        self.start = self.rows;
    }

    /// Drops what was taken of the current game.
    pub fn drop_game(&mut self) {
        let (rows, start) = (self.rows, self.start);
        self.rows = start;
        if rows == start {
            return;
        }
        for (column, values) in self.columns.iter().zip(&mut self.values) {
            match values {
                ColumnValues::Ply(values) => values.truncate(start),
                ColumnValues::Text { bytes, ends } => {
                    ends.truncate(start + 1);
                    bytes.truncate(ends.last().map_or(0, |end| *end as usize));
                }
                ColumnValues::Bytes(values) => values.truncate(start * width(*column)),
                ColumnValues::Hash(values) => values.truncate(start),
                ColumnValues::Packed(values) => values.truncate(start),
                ColumnValues::Long(values) => values.truncate(start),
                ColumnValues::Number(values) => values.truncate(start),
                ColumnValues::OfGame => {}
            }
        }
    }

    /// The rows.
    pub fn finish(self) -> PositionRows {
        PositionRows { columns: self.columns, values: self.values, games: self.games }
    }

    /// Starts the row of a position. What follows it in the game is added when the row is closed.
    #[inline]
    fn open_row(&mut self, position: &Position) {
        let ply = (self.rows - self.start) as i32;
        self.rows += 1;
        for (column, values) in self.columns.iter().zip(&mut self.values) {
            match (column, values) {
                (PositionColumn::Ply, ColumnValues::Ply(values)) => values.push(ply),
                (Fen, ColumnValues::Text { bytes, ends }) => {
                    fen::append(position, fen::Style::default(), bytes);
                    ends.push(bytes.len() as i32);
                }
                (Board, ColumnValues::Bytes(values)) => values.extend_from_slice(&position.letters()),
                (Hash, ColumnValues::Hash(values)) => values.push(Key::of(position).polyglot()),
                (Hands, ColumnValues::Bytes(values)) => {
                    let hand = position.hand();
                    values.extend(HELD.map(|(color, role)| hand.count(Piece { color, role: Hand::ROLES[role] }) as u8));
                }
                (column, ColumnValues::Bytes(values)) => {
                    if let Some(planes) = column.planes() {
                        let before = values.len();
                        values.resize(before + planes.bytes(), 0);
                        position.fill_planes(planes, &mut values[before..]);
                    }
                }
                _ => {}
            }
        }
    }

    /// Adds to the last row what came after its position.
    #[inline]
    fn close_row(&mut self) {
        if self.rows == self.start {
            return;
        }
        let Current { packed, clock_ms, eval } = std::mem::take(&mut self.current);
        for (column, values) in self.columns.iter().zip(&mut self.values) {
            match (column, values) {
                (Move, ColumnValues::Text { bytes, ends }) => {
                    bytes.extend_from_slice(&self.text);
                    ends.push(bytes.len() as i32);
                }
                (PackedMove, ColumnValues::Packed(values)) => values.push(packed),
                (ClockMs, ColumnValues::Long(values)) => values.push(clock_ms),
                (EvalCp, ColumnValues::Number(values)) => values.push(match eval {
                    Some(Evaluation::Centipawns(cp)) => Some(cp),
                    _ => None,
                }),
                (EvalMate, ColumnValues::Number(values)) => values.push(match eval {
                    Some(Evaluation::Mate(moves)) => Some(moves),
                    _ => None,
                }),
                _ => {}
            }
        }
        self.text.clear();
    }

    #[inline]
    fn note_move(&mut self, before: &Position, named: &ParsedMove) {
        for column in self.columns.iter() {
            match column {
                Move => {
                    self.text.clear();
                    uci::write(before, named.mv, &mut self.text);
                }
                PackedMove => self.current.packed = Some(rules::PackedMove::of(named.mv).0),
                _ => {}
            }
        }
    }

    fn note_comment(&mut self, text: &str) {
        for command in commands(text.as_bytes()) {
            match command.meaning() {
                Some(CommandValue::Clock(ms)) => _ = self.current.clock_ms.get_or_insert(ms),
                Some(CommandValue::Evaluation(eval, _)) => _ = self.current.eval.get_or_insert(eval),
                _ => {}
            }
        }
    }
}

impl Sink for PositionBatcher {
    #[inline]
    fn take(&mut self, step: Step<'_>) {
        match step {
            Step::Head(head) => {
                // If a head comes again before the end, the same game starts again.
                self.drop_game();
                (self.depth, self.current) = (0, Current::default());
                self.text.clear();
                self.result = Termination::of_result(head.tag("Result"));
                self.rules = head.start.rules();
                self.open_row(head.start);
            }
            Step::Open => self.depth += 1,
            Step::Close => self.depth = self.depth.saturating_sub(1),
            Step::Move { before, named, .. } if self.depth == 0 => self.note_move(before, named),
            Step::Played(after) if self.depth == 0 => {
                self.close_row();
                self.open_row(after);
            }
            Step::Comment { text, .. } if self.depth == 0 && self.wants_comments => self.note_comment(text),
            Step::Termination(marker) => self.result = marker,
            // The start of a game that could not be played at all is not known.
            Step::End(Some(_)) => self.drop_game(),
            // All other steps are not about positions.
            _ => {}
        }
    }
}

/// How many bytes a row has in a column of bytes.
fn width(column: PositionColumn) -> usize {
    column.list_size().unwrap_or(64)
}

impl PositionRows {
    /// The number of each row's game, counted on from `base`.
    pub fn game_numbers(&self, base: u64) -> impl Iterator<Item = u64> {
        self.each_row(move |game| base + game.number)
    }

    /// How many games there are among those that a condition on their numbers holds for.
    pub fn count_games(&self, mut wanted: impl FnMut(u64) -> bool) -> u64 {
        self.games.iter().filter(|game| wanted(game.number)).count() as u64
    }

    fn each_row<T: Clone>(&self, value: impl Fn(&GameRows) -> T) -> impl Iterator<Item = T> {
        let mut start = 0;
        self.games.iter().flat_map(move |game| {
            let rows = game.end - std::mem::replace(&mut start, game.end);
            std::iter::repeat_n(value(game), rows)
        })
    }

    /// The rows as a batch; `base` is the number of the last game before them.
    ///
    /// # Errors
    /// When the rows do not fit in a batch.
    pub fn into_batch(mut self, base: u64) -> Result<RecordBatch, ArrowError> {
        let values = std::mem::take(&mut self.values);
        let columns = Arc::clone(&self.columns);
        let arrays: Result<Vec<ArrayRef>, ArrowError> =
            columns.iter().zip(values).map(|(column, values)| self.array(*column, values, base)).collect();
        RecordBatch::try_new(schema(&columns), arrays?)
    }

    fn array(&self, column: PositionColumn, values: ColumnValues, base: u64) -> Result<ArrayRef, ArrowError> {
        Ok(match values {
            ColumnValues::Ply(values) => Arc::new(PrimitiveArray::<Int32Type>::from(values)),
            ColumnValues::Hash(values) => Arc::new(PrimitiveArray::<UInt64Type>::from(values)),
            ColumnValues::Packed(values) => nullable::<UInt16Type>(values),
            ColumnValues::Long(values) => nullable::<Int64Type>(values),
            ColumnValues::Number(values) => nullable::<Int32Type>(values),
            ColumnValues::Text { bytes, ends } => texts(bytes, ends, column == Move)?,
            ColumnValues::Bytes(bytes) => match column.list_size() {
                Some(size) => {
                    let bytes = Arc::new(UInt8Array::from(bytes));
                    Arc::new(FixedSizeListArray::try_new(item(), size as i32, bytes, None)?)
                }
                None => {
                    let ends = (0..=bytes.len() / 64).map(|row| row as i32 * 64).collect();
                    texts(bytes, ends, false)?
                }
            },
            ColumnValues::OfGame if column == Game => {
                let numbers = self.game_numbers(base).map(|number| i64::try_from(number).unwrap_or(i64::MAX));
                Arc::new(PrimitiveArray::<Int64Type>::from_iter_values(numbers))
            }
            ColumnValues::OfGame if column == GameRules => {
                let named = |game: &GameRows| (game.rules != Rules::STANDARD).then(|| game.rules.id());
                Arc::new(StringArray::from_iter(self.each_row(named)))
            }
            ColumnValues::OfGame => Arc::new(StringArray::from_iter_values(self.each_row(|game| game.result.as_str()))),
        })
    }
}

fn nullable<T: ArrowPrimitiveType>(values: Vec<Option<T::Native>>) -> ArrayRef {
    Arc::new(values.into_iter().collect::<PrimitiveArray<T>>())
}

/// Texts that end at these offsets; an empty one is NULL if the column is nullable.
fn texts(bytes: Vec<u8>, ends: Vec<i32>, may_be_null: bool) -> Result<ArrayRef, ArrowError> {
    let nulls = may_be_null.then(|| ends.windows(2).map(|pair| pair[0] < pair[1]).collect());
    let offsets = OffsetBuffer::new(ScalarBuffer::from(ends));
    Ok(Arc::new(StringArray::try_new(offsets, bytes.into(), nulls)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::cast::AsArray;
    use scoresheet_core::rules::Move as CoreMove;
    use scoresheet_core::rules::Square;

    fn moved(batcher: &mut PositionBatcher, before: &Position, from: &[u8; 2], to: &[u8; 2]) -> Position {
        let square = |name: &[u8; 2]| Square::parse(name[0], name[1]).expect("a square");
        let named = ParsedMove::plainly(CoreMove::plain(square(from), square(to)));
        batcher.take(Step::Move { before, named: &named, spelled: None });
        let after = before.after(named.mv);
        batcher.take(Step::Played(&after));
        after
    }

    /// Opens the row of a start as a head does.
    fn begin(batcher: &mut PositionBatcher) -> Position {
        let start = Position::start();
        batcher.drop_game();
        batcher.open_row(&start);
        start
    }

    #[test]
    fn rows_have_the_position_and_the_move_played_in_it() {
        let columns: Arc<[PositionColumn]> = PositionColumn::ALL.into();
        let mut batcher = PositionBatcher::new(&columns);
        let start = begin(&mut batcher);
        let after = moved(&mut batcher, &start, b"e2", b"e4");
        batcher.take(Step::Open);
        moved(&mut batcher, &start, b"d2", b"d4");
        batcher.take(Step::Close);
        batcher.note_comment("[%clk 0:01:00][%eval 0.25]");
        moved(&mut batcher, &after, b"e7", b"e5");
        batcher.take(Step::Termination(Termination::Draw));
        batcher.end(1);
        begin(&mut batcher);
        batcher.drop_game();
        let batch = batcher.finish().into_batch(7).expect("rows");
        assert_eq!(batch.num_rows(), 3);
        let text = |name: &str| {
            let column = batch.column_by_name(name).expect("a column").as_string::<i32>();
            column.iter().map(|text| text.map(str::to_owned)).collect::<Vec<_>>()
        };
        assert_eq!(text("move"), [Some("e2e4".to_owned()), Some("e7e5".to_owned()), None]);
        assert_eq!(text("result")[2].as_deref(), Some("1/2-1/2"));
        let fens = text("fen");
        assert_eq!(fens[1].as_deref(), Some("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
        assert_eq!(batch["game"].as_primitive::<Int64Type>().values(), &[8, 8, 8]);
        assert_eq!(batch["ply"].as_primitive::<Int32Type>().values(), &[0, 1, 2]);
        assert_eq!(batch["hash"].as_primitive::<UInt64Type>().value(1), 0x823c_9b50_fd11_4196);
        assert_eq!(
            batch["clock_ms"].as_primitive::<Int64Type>().iter().collect::<Vec<_>>(),
            [None, Some(60_000), None]
        );
        assert_eq!(batch["eval_cp"].as_primitive::<Int32Type>().iter().collect::<Vec<_>>(), [None, Some(25), None]);
        assert_eq!(batch["packed_move"].as_primitive::<UInt16Type>().value(0), 12 | 28 << 6);
        assert_eq!(
            batch["planes"].as_fixed_size_list().value(1).as_primitive::<arrow_array::types::UInt8Type>().value(28),
            1
        );
    }
}
