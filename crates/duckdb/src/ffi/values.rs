//! The values of arguments, from DuckDB's memory.

use crate::tables::ArgumentValue;
use libduckdb_sys as sys;
use std::ffi::{CStr, CString, c_char, c_void};

/// How deep lists and maps can be in each other.
const NESTING: usize = 4;

/// A value that DuckDB has handed over.
pub(super) struct Value(sys::duckdb_value);

impl Drop for Value {
    fn drop(&mut self) {
        if !self.0.is_null() {
            // SAFETY: the value is ours, and this is the only place that destroys it.
            unsafe { sys::duckdb_destroy_value(&raw mut self.0) }
        }
    }
}

impl Value {
    /// The positional argument of this number.
    ///
    /// # Safety
    /// The information is that of a bind call.
    pub(super) unsafe fn positional(bind: sys::duckdb_bind_info, at: u64) -> Value {
        // SAFETY: guaranteed by the caller.
        Value(unsafe { sys::duckdb_bind_get_parameter(bind, at) })
    }

    /// The argument of this name.
    ///
    /// # Safety
    /// The information is that of a bind call.
    pub(super) unsafe fn named(bind: sys::duckdb_bind_info, name: &str) -> Option<Value> {
        let name = CString::new(name).ok()?;
        // SAFETY: guaranteed by the caller.
        let value = unsafe { sys::duckdb_bind_get_named_parameter(bind, name.as_ptr()) };
        (!value.is_null()).then_some(Value(value))
    }

    /// A value that the caller got and has to destroy; null is NULL.
    pub(super) fn owned(value: sys::duckdb_value) -> Value {
        Value(value)
    }

    /// What was given.
    pub(super) fn given(&self) -> ArgumentValue {
        self.nested(NESTING)
    }

    fn nested(&self, depth: usize) -> ArgumentValue {
        // SAFETY: the value is there or null, which is checked; DuckDB owns the type that a value returns.
        unsafe {
            if self.0.is_null() || depth == 0 || sys::duckdb_is_null_value(self.0) {
                return ArgumentValue::Nothing;
            }
            let kind = sys::duckdb_get_value_type(self.0);
            let child = |value: sys::duckdb_value| Value(value).nested(depth - 1);
            match sys::duckdb_get_type_id(kind) {
                sys::DUCKDB_TYPE_DUCKDB_TYPE_LIST => {
                    let count = sys::duckdb_get_list_size(self.0);
                    ArgumentValue::List((0..count).map(|at| child(sys::duckdb_get_list_child(self.0, at))).collect())
                }
                sys::DUCKDB_TYPE_DUCKDB_TYPE_MAP => {
                    let count = sys::duckdb_get_map_size(self.0);
                    let entry = |at| {
                        let key = child(sys::duckdb_get_map_key(self.0, at));
                        (key, child(sys::duckdb_get_map_value(self.0, at)))
                    };
                    ArgumentValue::Named((0..count).map(entry).collect())
                }
                sys::DUCKDB_TYPE_DUCKDB_TYPE_STRUCT => {
                    let count = sys::duckdb_struct_type_child_count(kind);
                    let entry = |at| {
                        let name = owned(sys::duckdb_struct_type_child_name(kind, at));
                        (ArgumentValue::Text(name), child(sys::duckdb_get_struct_child(self.0, at)))
                    };
                    ArgumentValue::Named((0..count).map(entry).collect())
                }
                _ => ArgumentValue::Text(owned(sys::duckdb_get_varchar(self.0))),
            }
        }
    }
}

/// A text that DuckDB has made for the caller, which is freed here.
///
/// # Safety
/// It is null or such a text.
unsafe fn owned(text: *mut c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: guaranteed by the caller.
    unsafe {
        let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
        sys::duckdb_free(text.cast::<c_void>());
        copy
    }
}
