//! The second moments of activations, and the rounding of the weights that multiply them.

/// Most passes over the weights. Most layers need 10 to 20.
const MAX_PASSES: usize = 50;
/// Share of the mean square activation that is added to each activation's own (ridge regression), so that few positions
/// decide nothing.
const RIDGE: f32 = 1e-4;

/// The sums of the products of each two activations over some positions: a symmetric matrix.
pub(super) trait Moments {
    /// The number of activations.
    fn len(&self) -> usize;

    /// The sum of the squares of an activation.
    fn square(&self, index: usize) -> f32;

    /// The dot product of the row of an activation and `vector`.
    fn dot(&self, index: usize, vector: &[f32]) -> f32;

    /// Adds the row of an activation times `factor` to `vector`.
    fn add_scaled(&self, index: usize, factor: f32, vector: &mut [f32]);

    /// Changes the integers `rounded`, each within its `bounds`, such that the output is as near as possible to that of
    /// `exact`, by coordinate descent.
    fn round(&self, exact: &[f32], rounded: &mut [i16], bounds: impl Fn(usize) -> [i16; 2]) {
        let errors: Vec<f32> = rounded
            .iter()
            .zip(exact)
            .map(|(&rounded, exact)| f32::from(rounded) - exact)
            .collect();
        // Half the slope of the squared error along each weight.
        let mut slopes: Vec<f32> = (0..self.len()).map(|i| self.dot(i, &errors)).collect();
        for _ in 0..MAX_PASSES {
            let mut is_done = true;
            for i in 0..self.len() {
                let square = self.square(i);
                if square <= 0.0 {
                    continue;
                }
                let best = (f32::from(rounded[i]) - slopes[i] / square).round() as i16;
                let [lowest, highest] = bounds(i);
                let best = best.clamp(lowest, highest);
                if best != rounded[i] {
                    let change = f32::from(best) - f32::from(rounded[i]);
                    rounded[i] = best;
                    self.add_scaled(i, change, &mut slopes);
                    is_done = false;
                }
            }
            if is_done {
                return;
            }
        }
    }
}

/// The term that the ridge adds to each square, from their sum.
fn ridge(trace: f32, count: usize) -> f32 {
    RIDGE * trace / count as f32
}

/// The moments of activations of which most are above zero together.
pub(super) struct DenseMoments {
    size: usize,
    /// A row for each activation; up to [`DenseMoments::finish`] only from the diagonal on.
    products: Vec<f32>,
}

impl DenseMoments {
    pub(super) fn new(size: usize) -> DenseMoments {
        DenseMoments {
            size,
            products: vec![0.0; size * size],
        }
    }

    /// Adds a position.
    pub(super) fn add(&mut self, activations: &[f32]) {
        for (i, &activation) in activations.iter().enumerate() {
            if activation != 0.0 {
                let row = &mut self.products[i * self.size..][i..self.size];
                for (product, other) in row.iter_mut().zip(&activations[i..]) {
                    *product += activation * other;
                }
            }
        }
    }

    /// Completes the matrix.
    pub(super) fn finish(&mut self) {
        let size = self.size;
        let trace: f32 = (0..size).map(|i| self.square(i)).sum();
        for i in 0..size {
            self.products[i * size + i] += ridge(trace, size);
            for j in 0..i {
                self.products[i * size + j] = self.products[j * size + i];
            }
        }
    }

    fn row(&self, index: usize) -> &[f32] {
        &self.products[index * self.size..][..self.size]
    }
}

impl Moments for DenseMoments {
    fn len(&self) -> usize {
        self.size
    }

    fn square(&self, index: usize) -> f32 {
        self.products[index * self.size + index]
    }

    fn dot(&self, index: usize, vector: &[f32]) -> f32 {
        let products = self.row(index).iter().zip(vector);
        products.map(|(product, value)| product * value).sum()
    }

    fn add_scaled(&self, index: usize, factor: f32, vector: &mut [f32]) {
        for (value, product) in vector.iter_mut().zip(self.row(index)) {
            *value += factor * product;
        }
    }
}

/// The moments of activations that are 0 or 1 and seldom 1 together, as features are. Products that are zero, most of
/// them, are left out.
pub(super) struct SparseMoments {
    /// By activation: those that are ever 1 together with it, itself included, in order, and in how many positions.
    rows: Vec<Vec<(u32, f32)>>,
    /// The diagonal, which the rows hold too.
    squares: Vec<f32>,
}

impl SparseMoments {
    /// The moments over positions of which each lists the activations that are 1. All of the `count` activations occur.
    pub(super) fn of(positions: &[Vec<u32>], count: usize) -> SparseMoments {
        let mut users = vec![Vec::new(); count];
        for (position, active) in positions.iter().enumerate() {
            for &index in active {
                users[index as usize].push(position);
            }
        }
        let mut squares: Vec<f32> = users.iter().map(|users| users.len() as f32).collect();
        let ridge = ridge(squares.iter().sum(), count);
        squares.iter_mut().for_each(|square| *square += ridge);
        let mut sums = vec![0.0; count];
        let row = |(index, users): (usize, Vec<usize>)| {
            let mut row = Vec::new();
            for &other in users.iter().flat_map(|&position| &positions[position]) {
                let sum = &mut sums[other as usize];
                if *sum == 0.0 {
                    row.push((other, 0.0));
                }
                *sum += 1.0;
            }
            row.sort_unstable_by_key(|&(other, _)| other);
            for (other, product) in &mut row {
                *product = std::mem::take(&mut sums[*other as usize]);
                if *other as usize == index {
                    *product = squares[index];
                }
            }
            row
        };
        SparseMoments {
            rows: users.into_iter().enumerate().map(row).collect(),
            squares,
        }
    }
}

impl Moments for SparseMoments {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn square(&self, index: usize) -> f32 {
        self.squares[index]
    }

    fn dot(&self, index: usize, vector: &[f32]) -> f32 {
        let products = self.rows[index].iter();
        products
            .map(|&(other, product)| product * vector[other as usize])
            .sum()
    }

    fn add_scaled(&self, index: usize, factor: f32, vector: &mut [f32]) {
        for &(other, product) in &self.rows[index] {
            vector[other as usize] += factor * product;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_equal_activations_cancel() {
        let mut moments = DenseMoments::new(3);
        for _ in 0..10 {
            moments.add(&[1.0, 1.0, 0.0]);
        }
        moments.finish();
        check_cancelling_errors(&moments);
        check_cancelling_errors(&SparseMoments::of(
            &[vec![vec![0, 1]; 10], vec![vec![2]]].concat(),
            3,
        ));
    }

    fn check_cancelling_errors(moments: &impl Moments) {
        let within = |limit: i16| move |_| [-limit, limit];
        let mut rounded = [10, 10, 5];
        moments.round(&[10.4, 10.4, 5.4], &mut rounded, within(127));
        assert_eq!(rounded[0] + rounded[1], 21);
        assert_eq!(rounded[2], 5);
        let mut limited = [127, 3, 0];
        moments.round(&[140.0, 3.0, 0.0], &mut limited, within(127));
        assert_eq!(limited, [127, 16, 0]);
    }

    #[test]
    fn sparse_moments_are_the_dense_ones() {
        let positions = [vec![2, 0], vec![1, 3, 2], vec![], vec![3, 4], vec![0, 2, 1]];
        let mut dense = DenseMoments::new(5);
        for active in &positions {
            let mut activations = [0.0; 5];
            active.iter().for_each(|&i| activations[i as usize] = 1.0);
            dense.add(&activations);
        }
        dense.finish();
        let sparse = SparseMoments::of(&positions, 5);
        assert_eq!(sparse.len(), dense.len());
        for i in 0..5 {
            assert_eq!(sparse.square(i), dense.square(i));
            let mut row = [0.0; 5];
            sparse.add_scaled(i, 1.0, &mut row);
            assert_eq!(row, dense.row(i));
            let vector = [0.5, -3.0, 0.25, 1.5, 8.0];
            assert_eq!(sparse.dot(i, &vector), dense.dot(i, &vector));
        }
    }
}
