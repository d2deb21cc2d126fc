//! Text in lines that fit a terminal.

/// A text whose lines begin at a column and end before the last, if a terminal has one.
pub(crate) fn wrapped(text: &str, indent: usize, columns: Option<usize>) -> String {
    let Some(columns) = columns else {
        return text.to_owned();
    };
    let (mut lines, mut at) = (String::new(), indent);
    for word in text.split(' ') {
        let end = at + 1 + word.chars().count();
        if at == indent {
            at = end - 1;
        } else if end <= columns {
            lines.push(' ');
            at = end;
        } else {
            lines += &format!("\n{:indent$}", "");
            at = indent + end - at - 1;
        }
        lines += word;
    }
    lines
}
