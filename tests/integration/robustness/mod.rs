//! The properties that the fuzz targets check, with random mutations of valid input and with past findings.

mod files;
mod findings;
mod mutation;
mod sessions;
