//! Small examples for the reader of imports.

use super::{graph::Graph, imports, scripts};

/// The imports of a crate of these files, as lines `from -> to: names`, and its circles' files.
fn read(files: &[(&str, &str)]) -> (Vec<String>, Vec<Vec<String>>) {
    let folder = tempfile::tempdir().unwrap();
    for (name, source) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, source).unwrap();
    }
    let mut graph = Graph::default();
    if folder.path().join("lib.rs").exists() {
        imports::read(folder.path(), "lib.rs", &mut graph);
    } else {
        scripts::read(folder.path(), "web", &mut graph);
    }
    let lines = graph.imports().map(|(from, to, names)| {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        format!("{from} -> {to}: {}", names.join(", "))
    });
    let circles = graph.circles().into_iter().map(|circle| circle.files);
    (lines.collect(), circles.collect())
}

#[test]
fn two_files_that_take_from_each_other_are_a_circle() {
    let (imports, circles) = read(&[
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a.rs", "use crate::b::B; pub struct A(B);"),
        ("b.rs", "pub struct B; fn b() { super::c::f() }"),
        ("c.rs", "pub fn f() { vec![crate::a::A::new()]; }"),
    ]);
    assert_eq!(
        imports,
        ["a.rs -> b.rs: B", "b.rs -> c.rs: f", "c.rs -> a.rs: A"]
    );
    assert_eq!(circles, [["a.rs", "b.rs", "c.rs"]]);
}

#[test]
fn a_name_that_is_handed_on_is_taken_from_where_it_is_defined() {
    let (imports, circles) = read(&[
        ("lib.rs", "mod a; mod b; pub use a::*;"),
        (
            "a/mod.rs",
            "mod deep; pub use deep::{Deep as Renamed, other};",
        ),
        (
            "a/deep.rs",
            "use crate::b; pub struct Deep(b::B); pub fn other() {}",
        ),
        ("b.rs", "pub struct B; fn f(_: crate::Renamed) {}"),
    ]);
    assert_eq!(imports, ["a/deep.rs -> b.rs: B", "b.rs -> a/deep.rs: Deep"]);
    assert_eq!(circles, [["a/deep.rs", "b.rs"]]);
}

#[test]
fn a_parent_imports_its_children_only_by_using_what_they_have() {
    let door = "mod child; pub use child::Child; pub struct Own;";
    let child = ("a/child.rs", "pub struct Child(super::Own);");
    let (imports, circles) = read(&[("lib.rs", "mod a;"), ("a/mod.rs", door), child]);
    assert_eq!(imports, ["a/child.rs -> a/mod.rs: Own"]);
    assert!(circles.is_empty());
    let uses = format!("{door} pub fn f(_: Child) {{}}");
    let (_, circles) = read(&[("lib.rs", "mod a;"), ("a/mod.rs", &uses), child]);
    assert_eq!(circles, [["a/child.rs", "a/mod.rs"]]);
}

#[test]
fn imports_of_unit_tests_are_ignored() {
    let (imports, _) = read(&[
        ("lib.rs", "mod a; mod b;"),
        (
            "a.rs",
            "#[cfg(test)] mod tests; #[cfg(test)] use crate::b::B; #[cfg(test)] mod t { use crate::b::B; }
            struct A; impl A { #[cfg(test)] fn f() { crate::b::f() } }",
        ),
        ("b.rs", "use crate::a::A; pub struct B;"),
    ]);
    assert_eq!(imports, ["b.rs -> a.rs: A"]);
}

#[test]
fn names_in_macros_and_attributes_count() {
    let (imports, _) = read(&[
        ("lib.rs", "#[macro_use] mod a; mod b; mod c;"),
        (
            "a.rs",
            "macro_rules! made { () => { $crate::c::f() } } pub(crate) use made;",
        ),
        (
            "b.rs",
            "#[serde(with = \"crate::c::quoted\")] struct B; fn f() { crate::a::made!() }",
        ),
        ("c.rs", "pub fn f() { use crate::b; b::unseen::<u8>() }"),
    ]);
    assert_eq!(
        imports,
        [
            "a.rs -> c.rs: f",
            "b.rs -> a.rs: made",
            "b.rs -> c.rs: quoted",
            "c.rs -> b.rs: unseen"
        ]
    );
}

#[test]
fn the_modules_of_a_page_are_read_too() {
    let one = "import {\n  two,\n  more,\n} from \"../two.js\";\nimport * as all from \"lib\";\n\
        /** @type {import(\"../main.js\").T} */\n";
    let two = "// import { x } from './a/other.js';\nexport { one } from './a/one.js';\n\
        export const f = async () => {\n  await import('./main.js');\n};\n";
    let (imports, circles) = read(&[
        ("web/main.js", "import \"./a/one.js\";\n"),
        ("web/a/one.js", one),
        ("web/two.js", two),
    ]);
    assert_eq!(
        imports,
        [
            "web/a/one.js -> web/two.js: more, two",
            "web/main.js -> web/a/one.js: import",
            "web/two.js -> web/a/one.js: one",
            "web/two.js -> web/main.js: import()"
        ]
    );
    assert_eq!(circles, [["web/a/one.js", "web/main.js", "web/two.js"]]);
}
