//! Tables of weights with names, for evaluations that are linear in their weights.

/// Declares a table of weights from its name and the names of the weights with, for lists, their lengths.
macro_rules! weight_table {
    ($(#[$table_doc:meta])* $table:ident, $($(#[$doc:meta])* $name:ident $(: $count:literal)?,)*) => {
        $(#[$table_doc])*
        pub(crate) struct $table<W> {
            $($(#[$doc])* pub $name: weight_table!(@shape W $($count)?),)*
        }

        #[cfg(feature = "train")]
        impl<W> $table<W> {
            /// Names and list lengths in table order.
            pub(crate) const FIELDS: &[(&'static str, Option<usize>)] =
                &[$((stringify!($name), weight_table!(@count $($count)?))),*];

            /// Applies `f` to each weight in table order.
            pub(crate) fn map<V>(&self, f: &mut impl FnMut(&W) -> V) -> $table<V> {
                $table { $($name: weight_table!(@map f, self.$name $(, $count)?)),* }
            }
        }
    };
    (@shape $w:ident) => { $w };
    (@shape $w:ident $count:literal) => { [$w; $count] };
    (@count) => { None };
    (@count $count:literal) => { Some($count) };
    (@map $f:ident, $value:expr) => { $f(&$value) };
    (@map $f:ident, $value:expr, $count:literal) => { $value.each_ref().map(&mut *$f) };
}

pub(in crate::eval) use weight_table;
