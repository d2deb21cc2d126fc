//! docs/options.md: a table of every option, made from their declarations.

use super::*;

const BEFORE: &str = "\
# Every option of `oxo-server`

Set any option by flag, environment variable or line of the configuration file (`--config FILE`, `OXO_CONFIG`); flags win over
variables, and variables over the file. `oxo-server config print` shows the values in force and where each comes from. This page
is made from the same declarations as `oxo-server --help`.
";

const HEAD: &str = "| flag | variable | default | meaning |\n|---|---|---|---|\n";

fn row(option: &ConfigOption) -> String {
    use toml::Value;
    let default = match (option.get)(
        &ServerOptions::for_user(&ServerFolders::default()),
        option.name,
    ) {
        _ if option.name == "data" => "the user's data directory".into(),
        Some(Value::String(text)) if !text.is_empty() => format!("`{text}`"),
        Some(Value::Integer(number)) => number.to_string(),
        Some(Value::Boolean(is_on)) => is_on.to_string(),
        _ => option.unset.to_owned(),
    };
    let (flag, variable) = (&option.flag, &option.variable);
    let (first, rest) = option.help.split_at(1);
    let help = first.to_uppercase() + rest;
    let value = match option.kind {
        ValueKind::Switch => String::new(),
        _ => format!(" {}", option.value_name),
    };
    format!("| `{flag}{value}` | `{variable}` | {default} | {help} |\n")
}

fn document() -> String {
    let (limits, general): (Vec<_>, Vec<_>) = ConfigOption::all()
        .iter()
        .partition(|option| option.is_limit);
    let rows = |options: Vec<&ConfigOption>| options.into_iter().map(row).collect::<String>();
    format!(
        "{BEFORE}\nIn the file an option is called as its flag, with `_` for `-` and without the dashes in front \
         (`base_path = \"/oxo\"`).\n\n{HEAD}{}\n## Limits\n\nIn the file they stand under `[limits]`; \
         [protocol.md](protocol.md#limits) says what clients are told of them.\n\n{HEAD}{}",
        rows(general),
        rows(limits)
    )
}

#[test]
fn the_document_has_every_option() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/options.md");
    if std::env::var_os("OXO_BLESS").is_some() {
        std::fs::write(&file, document()).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(file).unwrap_or_default(),
        document(),
        "docs/options.md is not what the server has; OXO_BLESS=1 cargo test -p config table:: writes it"
    );
}
