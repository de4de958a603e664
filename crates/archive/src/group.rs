//! What the blocks of a group share: the tables of the moves, the names of notations and rules, and what the models of all
//! streams have learned.

use crate::bytes::{Cursor, push_number, push_text};
use crate::coder::{Decoder, Encoder};
use crate::comments::CommentsModel;
use crate::damage::Damage;
use crate::games::Games;
use crate::heads::HeadModel;
use crate::items::ItemModel;
use crate::limits::{SPARE, most_text};
use crate::moves::{MoveModel, Tables};
use crate::symbols::{Learns, code_start};
use crate::tags::TagsModel;
use scoresheet_core::notation::{self, MoveNotation, NotationSpec};
use scoresheet_core::position::rows;
use scoresheet_core::rules::{self, Rules};
use std::sync::OnceLock;

/// The most notations and rules that a group names.
const MOST_NAMES: usize = 256;

/// The names in games of a group, which blocks refer to by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Names {
    pub(crate) notations: Vec<&'static str>,
    pub(crate) rules: Vec<Rules>,
}

impl Names {
    /// The names in these games.
    pub(crate) fn of(games: &Games) -> Names {
        let mut names = Names::default();
        for head in &games.heads {
            add(&mut names.notations, head.notation.id);
            if let Some(start) = &head.start {
                add(&mut names.rules, start.rules());
            }
        }
        names
    }

    /// The notation with this number.
    pub(crate) fn notation(&self, number: usize) -> Result<&'static NotationSpec, Damage> {
        let id = *self.notations.get(number).ok_or(Damage::Content)?;
        let board = || rows::find(id).map(|boards| boards.spec());
        notation::find(id).map(|found| found.spec()).or_else(board).ok_or(Damage::Version)
    }

    /// The rules with this number.
    pub(crate) fn rules(&self, number: usize) -> Result<Rules, Damage> {
        self.rules.get(number).copied().ok_or(Damage::Content)
    }

    fn write(&self, out: &mut Vec<u8>) {
        push_number(self.notations.len() as u64, out);
        self.notations.iter().for_each(|name| push_text(name.as_bytes(), out));
        push_number(self.rules.len() as u64, out);
        self.rules.iter().for_each(|rules| push_text(rules.id().as_bytes(), out));
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Names, Damage> {
        let mut names = Names::default();
        for _ in 0..cursor.number_up_to(MOST_NAMES)? {
            let id = cursor.string()?;
            let board = || rows::find(id).map(|boards| boards.spec().id);
            let known = notation::find(id).map(|found| found.spec().id).or_else(board);
            names.notations.push(known.ok_or(Damage::Version)?);
        }
        for _ in 0..cursor.number_up_to(MOST_NAMES)? {
            names.rules.push(rules::played(cursor.string()?).ok_or(Damage::Version)?);
        }
        Ok(names)
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, name: T) {
    if list.last() != Some(&name) && !list.contains(&name) {
        list.push(name);
    }
}

/// The header of a group.
pub(crate) struct GroupHeader {
    pub(crate) table: &'static Tables,
    pub(crate) names: Names,
    pub(crate) heads: HeadModel,
    pub(crate) items: ItemModel,
    pub(crate) tags: TagsModel,
    pub(crate) comments: SharedComments,
}

/// What the comments of a group share, which is decoded when the first one is read.
pub(crate) struct SharedComments {
    bytes: Vec<u8>,
    model: OnceLock<Result<CommentsModel, Damage>>,
}

impl SharedComments {
    /// What was learned from them.
    pub(crate) fn of(model: CommentsModel) -> SharedComments {
        let mut bytes = Vec::new();
        model.write(&mut bytes);
        SharedComments { bytes, model: OnceLock::from(Ok(model)) }
    }

    /// What was learned from them.
    ///
    /// # Errors
    /// If it is damaged.
    pub(crate) fn model(&self) -> Result<&CommentsModel, Damage> {
        self.model.get_or_init(|| CommentsModel::read(&self.bytes)).as_ref().map_err(|damage| *damage)
    }
}

impl GroupHeader {
    /// The header as bytes. Learned probabilities are rounded; the group that is returned has them as a reader has.
    pub(crate) fn write(mut self) -> (Vec<u8>, GroupHeader) {
        let mut out = Vec::new();
        push_number(u64::from(self.table.number), &mut out);
        out.extend_from_slice(&self.table.hash.to_le_bytes());
        self.names.write(&mut out);
        write_start(&mut self.heads, &mut out);
        write_start(&mut self.items, &mut out);
        let mut tags = Vec::new();
        self.tags.write(&mut tags);
        push_text(&tags, &mut out);
        push_text(&self.comments.bytes, &mut out);
        (out, self)
    }

    /// The header in these bytes.
    pub(crate) fn read(bytes: &[u8], limits: &crate::Limits) -> Result<GroupHeader, Damage> {
        let mut cursor = Cursor::new(bytes);
        let number = u32::try_from(cursor.number()?).map_err(|_| Damage::Size)?;
        let hash = u64::from_le_bytes(cursor.array()?);
        let table = Tables::find(number).filter(|table| table.hash == hash).ok_or(Damage::Version)?;
        let names = Names::read(&mut cursor)?;
        let (mut heads, mut items) = (HeadModel::default(), ItemModel::default());
        code_start(&mut heads, &mut Decoder::new(cursor.text()?));
        code_start(&mut items, &mut Decoder::new(cursor.text()?));
        let tags = TagsModel::read(cursor.text()?, limits.texts.min(most_text(bytes.len()).saturating_add(SPARE)))?;
        let comments = SharedComments { bytes: cursor.text()?.to_vec(), model: OnceLock::new() };
        Ok(GroupHeader { table, names, heads, items, tags, comments })
    }

    /// The model of the moves.
    pub(crate) fn model(&self) -> Result<&'static MoveModel, Damage> {
        self.table.model().ok_or(Damage::Version)
    }
}

fn write_start(model: &mut impl Learns, out: &mut Vec<u8>) {
    let mut encoder = Encoder::new();
    code_start(model, &mut encoder);
    push_text(&encoder.finish(), out);
}
