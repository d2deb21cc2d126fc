//! Generator of a constant for every key of the catalogue, with its parameters, for `say!` to name.

use std::{collections::BTreeSet, env, error::Error, fmt::Write, fs, path::Path};

use serde_json::Value;

/// Where the sentences come from that all languages translate.
const ENGLISH: &str = "../locales/en.json";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={ENGLISH}");
    println!("cargo::rerun-if-changed=build.rs");
    let catalogue: serde_json::Map<String, Value> =
        serde_json::from_str(&fs::read_to_string(ENGLISH)?)?;
    let (mut keys, mut all) = (String::new(), String::new());
    // The page has its own.
    for (name, message) in catalogue.iter().filter(|(n, _)| !n.starts_with("page.")) {
        let ident = name.to_uppercase().replace('.', "_");
        let params = params(message);
        writeln!(keys, "/// `{message}`")?;
        writeln!(
            keys,
            "pub const {ident}: SentenceKey = SentenceKey {{ name: {name:?}, params: &{params:?} }};"
        )?;
        writeln!(all, "    (\"{ident}\", {ident}),")?;
    }
    write!(
        keys,
        "/// Every key with its constant's name.\npub const ALL: &[(&str, SentenceKey)] = &[\n{all}];\n"
    )?;
    let out = env::var("OUT_DIR")?;
    fs::write(Path::new(&out).join("keys.rs"), keys)?;
    Ok(())
}

/// The names in braces; `count` chooses among plural forms, of which each may spell it out.
fn params(message: &Value) -> Vec<&str> {
    let forms = message.as_object();
    let texts = forms.into_iter().flat_map(|forms| forms.values());
    let texts = texts.chain([message]).filter_map(Value::as_str);
    let named = texts.flat_map(|text| text.split('{').skip(1));
    let named = named.filter_map(|part| part.split_once('}'));
    let named: BTreeSet<&str> = named
        .map(|(name, _)| name)
        .chain(forms.map(|_| "count"))
        .collect();
    named.into_iter().collect()
}
