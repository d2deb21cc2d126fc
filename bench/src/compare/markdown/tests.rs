use super::*;

#[test]
fn a_table_has_a_rule_as_wide_as_its_headings() {
    let mut table = MarkdownTable::new("side", ["a", "b"].map(String::from));
    let spread = Spread::of([1.0, 2.0, 4.0]);
    table.row("relay", [cell(spread, 1), cell(None, 1)]);
    let expected = "| side | a | b |\n|---|---:|---:|\n| relay | 2.0 (1.0–4.0) | missing |\n";
    assert_eq!(table.text, expected);
}
