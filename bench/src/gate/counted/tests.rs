use super::*;

#[test]
fn counts_are_read_from_what_the_programs_print() {
    let counts = parse("120 4096").unwrap();
    assert_eq!((counts.allocations, counts.bytes_held), (120, 4_096));
    assert!(parse("120").is_err());
    let log = "==7== Events    : Ir\n==7== Collected : 123456\n==7==\n";
    assert_eq!(collected(log), Some(123_456));
    assert_eq!(collected("==7== error"), None);
}
