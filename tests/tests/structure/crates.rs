//! The crates of the workspace and which of them each depends on, as their manifests say.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use toml::{Table, Value};

fn manifest(folder: &Path) -> Table {
    let file = folder.join("Cargo.toml");
    let text = std::fs::read_to_string(&file);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    text.parse()
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The folders of the workspace's members.
pub fn members(workspace: &Path) -> Vec<String> {
    let root = manifest(workspace);
    let members = root["workspace"]["members"].as_array().unwrap();
    let folder = |member: &Value| member.as_str().unwrap().to_owned();
    members.iter().map(folder).collect()
}

/// The name of a member's package.
pub fn name(workspace: &Path, member: &str) -> String {
    let manifest = manifest(&workspace.join(member));
    manifest["package"]["name"].as_str().unwrap().to_owned()
}

/// The root files of a member: its library, and each of its programs.
pub fn roots(workspace: &Path, member: &str) -> Vec<String> {
    let mut roots = vec![
        format!("{member}/src/lib.rs"),
        format!("{member}/src/main.rs"),
    ];
    let programs = format!("{member}/src/bin");
    for entry in std::fs::read_dir(workspace.join(&programs))
        .into_iter()
        .flatten()
    {
        let name = entry.unwrap().file_name().into_string().unwrap();
        roots.push(match name.ends_with(".rs") {
            true => format!("{programs}/{name}"),
            false => format!("{programs}/{name}/main.rs"),
        });
    }
    roots.retain(|root| workspace.join(root).is_file());
    roots.sort();
    roots
}

/// The members that each member depends on, as folders; what only tests and examples use is left out.
pub fn arrows(workspace: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let root = manifest(workspace);
    let members = members(workspace);
    let shared = root["workspace"]["dependencies"].as_table().unwrap();
    // A dependency is a member if its path ends in the member's folder.
    let folder = |name: &str, value: &Value| {
        let own = value.get("path").or_else(|| shared.get(name)?.get("path"));
        let path = own?.as_str()?.rsplit('/').next()?.to_owned();
        members.contains(&path).then_some(path)
    };
    let depends = |member: &String| {
        let manifest = manifest(&workspace.join(member));
        ["dependencies", "build-dependencies"]
            .into_iter()
            .filter_map(|kind| manifest.get(kind)?.as_table())
            .flatten()
            .filter_map(|(name, value)| folder(name, value))
            .collect()
    };
    members
        .iter()
        .map(|member| (member.clone(), depends(member)))
        .collect()
}
