//! Registers the functions, and handles DuckDB's calls.

use super::chunk::Chunk;
use super::results::write;
use super::scans::{register_paths, register_tables};
use crate::function::{Function, Parameter};
use crate::functions;
use crate::kind::Kind;
use crate::output::Output;
use libduckdb_sys as sys;
use quack_rs::error::ExtensionError;
use quack_rs::scalar::ScalarFunctionInfo;
use quack_rs::types::{LogicalType, TypeId};
use scoresheet_parallel::catch;
use std::ffi::{CStr, CString};

quack_rs::entry_point_v2!(scoresheet_init_c_api, |connection| {
    register(connection.as_raw_connection())?;
    register_tables(connection.as_raw_connection())?;
    register_paths(connection.as_raw_database());
    Ok(())
});

/// Registers every function. The builders of `quack_rs` would first search the catalog for each, which takes 15 ms per name.
fn register(connection: sys::duckdb_connection) -> Result<(), ExtensionError> {
    let mut names: Vec<&str> = functions::ALL.iter().map(|function| function.name).collect();
    names.dedup();
    for name in names {
        let failed = || ExtensionError::new(format!("cannot register the function {name}"));
        let text = CString::new(name).map_err(|_| failed())?;
        // SAFETY: the set and its functions are created here, and destroyed after DuckDB has copied them.
        unsafe {
            let mut set = sys::duckdb_create_scalar_function_set(text.as_ptr());
            let mut done = true;
            for function in functions::ALL.iter().filter(|function| function.name == name) {
                for parameters in function.signatures() {
                    let mut made = overload(function, &parameters, &text)?;
                    done &= sys::duckdb_add_scalar_function_to_set(set, made) == sys::duckdb_state_DuckDBSuccess;
                    sys::duckdb_destroy_scalar_function(&raw mut made);
                }
            }
            done &= sys::duckdb_register_scalar_function_set(connection, set) == sys::duckdb_state_DuckDBSuccess;
            sys::duckdb_destroy_scalar_function_set(&raw mut set);
            if !done {
                return Err(failed());
            }
        }
    }
    Ok(())
}

/// A function with these parameters.
///
/// # Safety
/// The caller destroys it.
unsafe fn overload(
    function: &'static Function,
    parameters: &[&Parameter],
    name: &CStr,
) -> Result<sys::duckdb_scalar_function, ExtensionError> {
    let kinds: Vec<Kind> = parameters.iter().map(|parameter| parameter.kind).collect();
    let types = kinds.iter().map(|kind| logical(*kind)).collect::<Result<Vec<_>, _>>()?;
    let returns = logical(function.returns)?;
    // SAFETY: DuckDB copies the name and the types, and calls `drop_called` with the pointer of a box.
    unsafe {
        let made = sys::duckdb_create_scalar_function();
        sys::duckdb_scalar_function_set_name(made, name.as_ptr());
        types.iter().for_each(|kind| sys::duckdb_scalar_function_add_parameter(made, kind.as_raw()));
        sys::duckdb_scalar_function_set_return_type(made, returns.as_raw());
        sys::duckdb_scalar_function_set_special_handling(made);
        let called = Box::into_raw(Box::new(Called { function, kinds }));
        sys::duckdb_scalar_function_set_extra_info(made, called.cast(), Some(drop_called));
        sys::duckdb_scalar_function_set_function(made, Some(call));
        Ok(made)
    }
}

/// What a call needs to know.
struct Called {
    function: &'static Function,
    kinds: Vec<Kind>,
}

unsafe extern "C" fn drop_called(information: *mut std::ffi::c_void) {
    // SAFETY: DuckDB calls this once, with the pointer from `overload`.
    drop(unsafe { Box::from_raw(information.cast::<Called>()) });
}

fn logical(kind: Kind) -> Result<LogicalType, ExtensionError> {
    let list = |id| LogicalType::try_list(id);
    let made = match kind {
        Kind::Blob => LogicalType::try_new(TypeId::Blob),
        Kind::Text | Kind::Rules => LogicalType::try_new(TypeId::Varchar),
        Kind::Integer => LogicalType::try_new(TypeId::Integer),
        Kind::Long => LogicalType::try_new(TypeId::BigInt),
        Kind::Hash => LogicalType::try_new(TypeId::UBigInt),
        Kind::Boolean => LogicalType::try_new(TypeId::Boolean),
        Kind::SmallList => list(TypeId::TinyInt),
        Kind::LongList => list(TypeId::BigInt),
        Kind::IntegerList => list(TypeId::Integer),
        Kind::HashList => list(TypeId::UBigInt),
        Kind::TextList => list(TypeId::Varchar),
        Kind::Played => LogicalType::try_struct_type(&[
            ("ply", TypeId::Integer),
            ("move", TypeId::USmallInt),
            ("san", TypeId::Varchar),
        ]),
    };
    made.map_err(|error| ExtensionError::new(error.to_string()))
}

/// What DuckDB calls for each chunk of rows.
unsafe extern "C" fn call(
    information: sys::duckdb_function_info,
    input: sys::duckdb_data_chunk,
    output: sys::duckdb_vector,
) {
    // SAFETY: these are the arguments of a call, and the extra information is that of `overload`.
    let (info, called) = unsafe {
        let info = ScalarFunctionInfo::new(information);
        let called = info.get_extra_info().cast::<Called>().as_ref();
        (info, called)
    };
    let Some(called) = called else { return info.set_error("the function has lost its data") };
    let name = called.function.name;
    let work = || {
        // SAFETY: the columns have the types with which the function was registered, and DuckDB flattens them.
        let chunk = unsafe { Chunk::of(input, &called.kinds) };
        let mut results = Output::new(called.function.returns, chunk.rows);
        (called.function.work)(&chunk, &mut results).map_err(|failure| {
            format!("{name}: {} (row {} of a chunk of {})", failure.why, failure.row + 1, chunk.rows)
        })?;
        // SAFETY: the vector has the type that the function returns.
        unsafe { write(&results, output) }
    };
    match catch(work) {
        Ok(Ok(())) => {}
        Ok(Err(message)) => info.set_error(&message),
        Err(_) => info.set_error(&format!("{name}: internal error")),
    }
}
