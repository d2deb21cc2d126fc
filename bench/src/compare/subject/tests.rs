use super::*;
use crate::compare::figures::FIGURES;

#[test]
fn every_raised_limit_is_one_of_the_server() {
    let measurements = FIGURES.iter().flat_map(|it| it.quantity.measurements());
    let further = measurements.flat_map(|it| it.subject.raised);
    for (name, _) in RAISED.iter().chain(further) {
        let field = name.replace('-', "_");
        let known = protocol::Limits::default().get(&field);
        assert!(known.is_some(), "{name}");
    }
}
