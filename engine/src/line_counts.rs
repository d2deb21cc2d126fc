//! Counts of the open windows of each kind that run through a cell, packed into one word.
//!
//! A window is *open* to a side while the other has no mark in it; what it *needs* is the marks
//! that are missing. A cell is in at most four windows for each cell of a line, 76, so that a
//! byte is enough for a kind, and for the sum of both sides'.

/// Needs from this on are counted together, apart from windows without any mark.
const FAR: usize = 5;
const BYTE: u64 = 0xff;

/// The counts of one cell for one side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct LineCounts(u64);

impl LineCounts {
    /// A single window of a line of `line` with `marks` in it; a full one counts for nothing.
    pub(crate) fn of(line: usize, marks: usize) -> LineCounts {
        match line - marks {
            0 => LineCounts(0),
            need if need < FAR => LineCounts(1 << place(need)),
            _ if marks > 0 => LineCounts(1 << place(FAR)),
            _ => LineCounts(1),
        }
    }

    /// One kind of window less, another more.
    pub(crate) fn trade(&mut self, less: LineCounts, more: LineCounts) {
        self.0 = self.0 - less.0 + more.0;
    }

    /// Number of windows that need `need` more marks, of 1 to 4.
    pub(crate) fn needing(self, need: usize) -> u32 {
        ((self.0 >> place(need)) & BYTE) as u32
    }

    /// Whether any window needs this one cell only.
    pub(crate) fn completes(self) -> bool {
        self.0 >> place(1) != 0
    }

    /// Whether no window is open.
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The windows of both.
    pub(crate) fn with(self, other: LineCounts) -> LineCounts {
        LineCounts(self.0 + other.0)
    }

    /// Whether any open window has a mark, on a board with lines of `line`.
    pub(crate) fn is_touched(self, line: usize) -> bool {
        self.0 >> place(line.min(FAR + 1) - 1) != 0
    }

    /// Worth of a mark here to a side that builds, in no unit: more than the sum of lesser
    /// windows that usually come together.
    pub(crate) fn weight(self) -> i32 {
        const WORTH: [i32; 6] = [1, 2, 12, 64, 400, 20_000];
        let bytes = self.0.to_le_bytes();
        WORTH
            .iter()
            .zip(bytes)
            .map(|(worth, count)| worth * i32::from(count))
            .sum()
    }
}

/// Where the count of a need is; nearer ones are higher.
fn place(need: usize) -> usize {
    8 * (FAR + 1 - need)
}

#[cfg(test)]
mod tests;
