//! The settings of DuckDB about reading files.

use super::values::Value;
use crate::tables::ArgumentValue;
use libduckdb_sys as sys;
use scoresheet_jobs::failure::Failure;
use std::ffi::CStr;

/// The first version whose settings can be queried. Since then, the offsets of these functions have not changed.
const TELLS_SETTINGS: [u32; 3] = [1, 5, 2];

/// Refuses to read files if the connection is locked against that. Returns the number of threads that DuckDB may use,
/// if it is known.
///
/// # Safety
/// The information is that of a bind call.
pub(super) unsafe fn checked(bind: sys::duckdb_bind_info) -> Result<ArgumentValue, Failure> {
    // SAFETY: guaranteed by the caller. The context is destroyed here, and the values with their owners.
    let [access, threads] = unsafe {
        let version = CStr::from_ptr(sys::duckdb_library_version()).to_string_lossy();
        if numbers(&version).is_none_or(|version| version < TELLS_SETTINGS) {
            return Ok(ArgumentValue::Nothing);
        }
        let mut context = std::ptr::null_mut();
        sys::duckdb_table_function_get_client_context(bind, &raw mut context);
        let values = [c"enable_external_access", c"threads"].map(|name| {
            let mut scope = Default::default();
            let value = sys::duckdb_client_context_get_config_option(context, name.as_ptr(), &raw mut scope);
            Value::owned(value).given()
        });
        sys::duckdb_destroy_client_context(&raw mut context);
        values
    };
    if access == ArgumentValue::Text("false".to_owned()) {
        let message = "files cannot be read: `enable_external_access` is off";
        return Err(Failure::usage(message, "open another connection to read files"));
    }
    Ok(threads)
}

/// The numbers of a version: 1, 5 and 6 of `v1.5.6`.
fn numbers(version: &str) -> Option<[u32; 3]> {
    let mut numbers = version.trim_start_matches('v').split(['.', '-']).map_while(|number| number.parse().ok());
    Some([numbers.next()?, numbers.next()?, numbers.next()?])
}
