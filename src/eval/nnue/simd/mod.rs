//! SIMD variants of the inner loops: accumulator update, output layer and layer stack.

mod dispatch;
mod kernels;
mod portable;
mod variant;
mod vector;

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use dispatch::Simd;
