//! Broken positions, and the properties that the fuzz targets check, with random mutations of valid input and with past
//! findings.

mod broken_positions;
mod files;
mod findings;
mod mutation;
mod sessions;
mod variants;
