//! Where the values come from by which the search judges.

mod fitting;
