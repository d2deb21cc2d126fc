//! Tests of `modules`.

use super::{Entry, Sources, joined};

fn join(files: &[(&str, &str)]) -> Result<String, String> {
    let sources = files
        .iter()
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    joined([Entry::alone("main.js")], &sources.collect::<Sources>()).map(|[text]| text)
}

#[test]
fn modules_stand_behind_those_that_they_import_and_keep_their_names_to_themselves() {
    let text = join(&[
        (
            "main.js",
            "import { two as b } from \"./ui/two.js\";\n\n  await b();\n",
        ),
        (
            "ui/two.js",
            "import * as one from \"../net/one.js\";\n\nconst x = 1;\nexport async function two() {\n  one.f(x);\n}\n",
        ),
        (
            "net/one.js",
            "const x = new URL(\"../a\", import.meta.url);\nexport function f() {}\nexport const G = 1;\n",
        ),
    ]);
    let wanted = "\
const net$one = (() => {
const x = new URL(\"../a\", new URL(\"net/one.js\", import.meta.url).href);
function f() {}
const G = 1;
return { f, G };
})();
const ui$two = (() => {
const one = net$one;
const x = 1;
async function two() {
one.f(x);
}
return { two };
})();
const { two: b } = ui$two;
await b();
";
    assert_eq!(text.as_deref(), Ok(wanted));
}

#[test]
fn the_first_module_keeps_its_exports() {
    let text = join(&[(
        "main.js",
        "const b = 1;\nexport const a = b;\nexport { b as c };\n",
    )]);
    let wanted = "const b = 1;\nconst a = b;\nexport { a, b as c };\n";
    assert_eq!(text.as_deref(), Ok(wanted));
}

#[test]
fn a_file_that_is_loaded_later_shares_the_modules_that_are_there() {
    let files = [
        ("main.js", "import { a } from \"./ui/a.js\";\na();\n"),
        ("ui/a.js", "export const a = () => 1;\n"),
        (
            "ui/b.js",
            "import { a } from \"./a.js\";\nexport const b = a;\n",
        ),
        ("later.js", "export { b as c } from \"./ui/b.js\";\n"),
    ];
    let sources: Sources = files
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
        .into();
    let entries = [
        Entry::alone("main.js"),
        Entry::beside("later.js", "main.js"),
    ];
    let [main, later] = joined(entries, &sources).unwrap();
    assert!(main.ends_with("a();\nexport { ui$a };\n"), "{main}");
    let wanted = "\
import { ui$a } from \"./main.js\";
const ui$b = (() => {
const { a } = ui$a;
const b = a;
return { b };
})();
const { b: c } = ui$b;
export { c };
";
    assert_eq!(later, wanted);
    let refused = joined([entries[1], entries[0]], &sources).unwrap_err();
    assert_eq!(refused, "later.js: main.js is no entry before it");
}

#[test]
fn names_are_passed_on_and_may_change_on_the_way() {
    let text = join(&[
        (
            "main.js",
            "import {\n  c,\n  e,\n} from \"./b.js\";\nc(e);\n",
        ),
        (
            "b.js",
            "export { a as c } from \"./a.js\";\nconst d = 1;\nexport { d as e };\n",
        ),
        ("a.js", "export const a = 1;\n"),
    ]);
    let text = text.unwrap();
    assert!(text.contains("return { e: d, c: a.a };"), "{text}");
    assert!(text.contains("const { c, e } = b;\nc(e);\n"), "{text}");
}

#[test]
fn modules_that_would_behave_differently_when_joined_are_refused() {
    let one = ("one.js", "export const one = 1;\n");
    for (main, why) in [
        (
            "import { two } from \"./one.js\";\n",
            "main.js: one.js does not export two",
        ),
        (
            "import { two } from \"./two.js\";\n",
            "two.js: imported, but not there",
        ),
        (
            "import { main } from \"./main.js\";\n",
            "main.js: imports itself, by way of others",
        ),
        ("import \"./one.js\";\n", "main.js: a form that"),
        ("import one from \"./one.js\";\n", "main.js: a form that"),
        ("export * from \"./one.js\";\n", "main.js: an export that"),
        ("export default 1;\n", "main.js: an export that"),
        ("export let one = 1;\n", "main.js: an export that"),
        (
            "import { one } from \"./one.js\"\n",
            "main.js: a statement without an end",
        ),
        (
            "const { one } = await import(\"./one.js\");\n",
            "main.js: an import of a path while",
        ),
        (
            "const one = `\n  1`;\n",
            "main.js: a text over several lines",
        ),
        ("f();\n", "one.js: no module imports it"),
    ] {
        let refused = join(&[("main.js", main), one]).unwrap_err();
        assert!(refused.starts_with(why), "{main:?}: {refused}");
    }
}
