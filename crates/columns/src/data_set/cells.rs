//! The cells of a column as texts, as tags and moves have them.

use crate::stored_rows::arrays::TextArrays;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    Time32MillisecondType, Time32SecondType, Time64MicrosecondType, Time64NanosecondType, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, TimeUnit};
use scoresheet_core::date::{self, DAY, Date};
use std::borrow::Cow;

/// Whether cells of this type have texts.
pub(super) fn has_texts(kind: &DataType) -> bool {
    match kind {
        DataType::Dictionary(_, values) => has_texts(values) && !matches!(**values, DataType::Dictionary(..)),
        DataType::List(field) | DataType::LargeList(field) => is_text(field.data_type()),
        // A column without any value has no type of its own.
        DataType::Null
        | DataType::Boolean
        | DataType::Date32
        | DataType::Date64
        | DataType::Time32(_)
        | DataType::Time64(_)
        | DataType::Timestamp(..)
        | DataType::Float32
        | DataType::Float64
        | DataType::Decimal128(..) => true,
        kind => is_text(kind) || kind.is_integer(),
    }
}

fn is_text(kind: &DataType) -> bool {
    matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

/// What the texts of a column are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TagForm {
    Plain,
    /// A day.
    Date,
    /// `23:59:59`.
    Time,
    /// With a sign.
    Difference,
}

impl TagForm {
    /// That of the tag with this name.
    fn of(name: &[u8]) -> TagForm {
        match name {
            b"Date" | b"UTCDate" | b"EventDate" => TagForm::Date,
            b"Time" | b"UTCTime" => TagForm::Time,
            b"WhiteRatingDiff" | b"BlackRatingDiff" => TagForm::Difference,
            _ => TagForm::Plain,
        }
    }
}

/// The texts of a column.
pub(super) struct CellTexts<'b> {
    form: TagForm,
    array: &'b ArrayRef,
    /// The values that rows of the array may have, and which one each row has, if they are stored like that.
    dictionary: Option<(&'b ArrayRef, Vec<usize>)>,
    texts: Option<TextArrays<'b>>,
}

impl<'b> CellTexts<'b> {
    /// Those of a column that holds the tag with this name.
    pub(super) fn of(array: &'b ArrayRef, name: &[u8]) -> CellTexts<'b> {
        let dictionary = array.as_any_dictionary_opt().map(|dictionary| {
            // Its keys are within its values only if there are any.
            let keys = if dictionary.values().is_empty() { Vec::new() } else { dictionary.normalized_keys() };
            (dictionary.values(), keys)
        });
        let texts = TextArrays::from(dictionary.as_ref().map_or(array, |(values, _)| values));
        CellTexts { form: TagForm::of(name), array, dictionary, texts }
    }

    /// The text in a row; `None` if it is NULL.
    #[inline]
    pub(super) fn text(&self, row: usize) -> Option<Cow<'b, str>> {
        let (array, row) = match &self.dictionary {
            None => (self.array, row),
            Some((values, keys)) => (*values, *keys.get(row).filter(|_| self.array.is_valid(row))?),
        };
        match &self.texts {
            Some(texts) => texts.get(row).map(Cow::Borrowed),
            None => text_of(array, row, self.form).map(Cow::Owned),
        }
    }
}

fn text_of(array: &ArrayRef, row: usize, form: TagForm) -> Option<String> {
    if row >= array.len() || array.is_null(row) {
        return None;
    }
    macro_rules! number {
        ($kind:ty) => {
            array.as_primitive::<$kind>().value(row)
        };
    }
    macro_rules! integer {
        ($kind:ty) => {{
            let number = number!($kind);
            let digits = number.to_string();
            let is_bare = form == TagForm::Difference && !digits.starts_with('-');
            Some(if is_bare { ["+", &digits].concat() } else { digits })
        }};
    }
    match array.data_type() {
        DataType::Int8 => integer!(Int8Type),
        DataType::Int16 => integer!(Int16Type),
        DataType::Int32 => integer!(Int32Type),
        DataType::Int64 => integer!(Int64Type),
        DataType::UInt8 => integer!(UInt8Type),
        DataType::UInt16 => integer!(UInt16Type),
        DataType::UInt32 => integer!(UInt32Type),
        DataType::UInt64 => integer!(UInt64Type),
        DataType::Float32 => float(f64::from(number!(Float32Type)), form),
        DataType::Float64 => float(number!(Float64Type), form),
        DataType::Decimal128(..) => Some(decimal(&array.as_primitive::<Decimal128Type>().value_as_string(row))),
        DataType::Boolean => Some(array.as_boolean().value(row).to_string()),
        DataType::Date32 => day(i64::from(number!(Date32Type)).checked_mul(DAY)?),
        DataType::Date64 => day(number!(Date64Type).checked_mul(1000)?),
        DataType::Time32(TimeUnit::Second) => time(i64::from(number!(Time32SecondType)).checked_mul(1_000_000)?),
        DataType::Time32(_) => time(i64::from(number!(Time32MillisecondType)).checked_mul(1000)?),
        DataType::Time64(TimeUnit::Microsecond) => time(number!(Time64MicrosecondType)),
        DataType::Time64(_) => time(number!(Time64NanosecondType) / 1000),
        DataType::Timestamp(unit, _) => {
            let micros = match unit {
                TimeUnit::Second => number!(TimestampSecondType).checked_mul(1_000_000)?,
                TimeUnit::Millisecond => number!(TimestampMillisecondType).checked_mul(1000)?,
                TimeUnit::Microsecond => number!(TimestampMicrosecondType),
                TimeUnit::Nanosecond => number!(TimestampNanosecondType).div_euclid(1000),
            };
            match form {
                TagForm::Date => day(micros),
                TagForm::Time => time(micros.rem_euclid(DAY)),
                _ => date::timestamp(micros),
            }
        }
        DataType::List(_) => joined(&array.as_list::<i32>().value(row)),
        DataType::LargeList(_) => joined(&array.as_list::<i64>().value(row)),
        _ => None,
    }
}

/// A number without a point if it is whole: programs without integers that may be NULL use numbers with points.
fn float(number: f64, form: TagForm) -> Option<String> {
    let is_whole = number.fract() == 0.0 && number.abs() < 1e15;
    match (number.is_nan(), is_whole, form) {
        (true, ..) => None,
        (_, true, TagForm::Difference) => Some(format!("{:+}", number as i64)),
        (_, true, _) => Some((number as i64).to_string()),
        _ => Some(number.to_string()),
    }
}

/// A decimal without redundant zeros.
fn decimal(number: &str) -> String {
    let plain = if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number };
    plain.to_owned()
}

/// The day of a time since 1970 in microseconds, as tags write it.
fn day(micros: i64) -> Option<String> {
    Some(Date::from_days(micros.div_euclid(DAY))?.dotted())
}

/// A time of the day in microseconds.
fn time(micros: i64) -> Option<String> {
    date::clock(u32::try_from(micros.div_euclid(1_000_000)).ok()?)
}

/// The texts of a list with blanks between them.
fn joined(list: &ArrayRef) -> Option<String> {
    let texts = TextArrays::from(list)?;
    let words: Vec<&str> = (0..list.len()).filter_map(|at| texts.get(at)).collect();
    Some(words.join(" "))
}
