//! The files of the page: what they weigh, how they are kept, and that there
//! are no others.

use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
};

use flate2::read::GzDecoder;
use serde_json::Value;
use url::Url;

use super::{BROWSER, ask, below, files};

/// Files that are sent without comments, all but the first made of many sources.
const PACKED: [&str; 5] = ["boot.js", "embed.js", "lazy.js", "main.js", "style.css"];

/// The sources of the other files, by their names below the hash.
fn sources() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = Vec::new();
    let mut folders = vec![
        (String::new(), root.join("server/web")),
        ("locales/".into(), root.join("locales")),
    ];
    while let Some((prefix, folder)) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if entry.path().is_dir() {
                folders.push((format!("{name}/"), entry.path()));
            } else if !name.ends_with(".js")
                && !name.ends_with(".css")
                && !matches!(&*name, "index.html" | "catalogue.json")
            {
                found.push((name, entry.path()));
            }
        }
    }
    assert!(found.len() > 4);
    found
}

/// The names of the files below the hash.
fn names() -> Vec<String> {
    let others = sources().into_iter().map(|(name, _)| name);
    PACKED
        .map(str::to_owned)
        .into_iter()
        .chain(others)
        .collect()
}

#[tokio::test]
async fn every_file_comes_in_both_encodings_and_may_be_kept() {
    let server = below("/oxo").await;
    let files = files(&server).await;
    for name in names() {
        let path = format!("{files}{name}");
        let plain = ask(&server, "GET", &path, "").await;
        let packed = ask(&server, "GET", &path, "accept-encoding: gzip\r\n").await;
        let smallest = ask(&server, "GET", &path, "accept-encoding: gzip, br\r\n").await;
        assert!(smallest.body.len() <= packed.body.len(), "{name}");
        for answer in [&plain, &packed, &smallest] {
            assert_eq!(answer.status, 200, "{name}");
            for (header, value) in [
                ("cache-control", "public, max-age=31536000, immutable"),
                ("vary", "accept-encoding"),
                ("x-content-type-options", "nosniff"),
            ] {
                assert_eq!(answer.header(header), Some(value), "{header} of {name}");
            }
            assert_eq!(answer.header("content-type"), Some(kind(&name)), "{name}");
            let length = answer.body.len().to_string();
            assert_eq!(answer.header("content-length"), Some(&*length));
        }
        assert_eq!(plain.header("content-encoding"), None);
        if packed.header("content-encoding") == Some("gzip") {
            assert!(packed.body.len() < plain.body.len(), "{name}");
            let mut unpacked = Vec::new();
            let mut decoder = GzDecoder::new(&packed.body[..]);
            decoder.read_to_end(&mut unpacked).unwrap();
            assert_eq!(unpacked, plain.body, "{name}");
        } else {
            assert_eq!(packed.body, plain.body, "{name}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn served_files_are_the_sources_less_what_no_visitor_needs() {
    let server = below("").await;
    let files = files(&server).await;
    for (name, source) in sources() {
        let sent = ask(&server, "GET", &format!("{files}{name}"), "")
            .await
            .body;
        let source = fs::read(source).unwrap();
        match name.starts_with("locales/") {
            // Of catalogues a part is sent.
            true => assert!(sent.len() <= source.len()),
            false => assert_eq!(sent, source, "{name}"),
        }
    }
    for name in PACKED {
        let sent = ask(&server, "GET", &format!("{files}{name}"), "").await;
        for line in sent.text().lines() {
            assert!(
                !line.is_empty() && !line.starts_with([' ', '\t']),
                "{line:?}"
            );
            assert!(
                !line.starts_with("/*") && !line.starts_with("@import"),
                "{line:?}"
            );
            assert!(!line.contains("/** @type"), "{line:?}");
        }
    }
    server.stop().await;
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap() {
        _ if name == "manifest.json" => "application/manifest+json",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        other => panic!("a file of an unknown kind: {other}"),
    }
}

/// So that a first visit asks for all of it at once, and waits for nothing that another file names.
#[tokio::test]
async fn the_document_names_all_that_the_page_begins_with() {
    let server = below("/oxo").await;
    let files = files(&server).await;
    for (language, tag) in [("pt", "pt-BR"), ("zh-HK", "zh-TW"), ("fi", "en")] {
        let visitor = format!("{BROWSER}accept-language: {language}\r\n");
        let document = ask(&server, "GET", "/oxo/", &visitor).await;
        for part in [
            format!("<link rel=\"stylesheet\" href=\"{files}style.css\">"),
            format!("<link rel=\"modulepreload\" href=\"{files}main.js\">"),
            format!("<script type=\"module\" src=\"{files}boot.js\">"),
            format!(
                "<link rel=\"preload\" as=\"fetch\" crossorigin href=\"{files}locales/{tag}.json\">"
            ),
        ] {
            assert!(
                document.text().contains(&part),
                "{part} in {}",
                document.text()
            );
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn nothing_but_the_files_of_the_page_is_below_its_hash() {
    let server = below("").await;
    let files = files(&server).await;
    let hash = files.strip_prefix("/a/").unwrap().trim_end_matches('/');
    for path in [
        "/a/0123456789abcdef/main.js".to_owned(),
        format!("/a/{}/main.js", hash.to_uppercase().replace('0', "1")),
        format!("/a/{hash}"),
        files.clone(),
        format!("{files}index.html"),
        format!("{files}catalogue.json"),
        format!("{files}style"),
        format!("{files}/main.js"),
        format!("{files}./main.js"),
        format!("{files}style/../main.js"),
        format!("{files}../{hash}/main.js"),
        format!("{files}../../../Cargo.toml"),
        format!("{files}%2e%2e/%2e%2e/Cargo.toml"),
        format!("{files}..%2fCargo.toml"),
        format!("{files}..\\Cargo.toml"),
        format!("{files}main.js%00"),
        format!("{files}/etc/passwd"),
        "/a/".to_owned(),
        "/a".to_owned(),
    ] {
        for method in ["GET", "HEAD"] {
            let answer = ask(&server, method, &path, BROWSER).await;
            assert_eq!(answer.status, 404, "{method} {path}");
            // An address of no file at all is answered by a page.
            let kept = match answer.is_document() {
                true => "private, no-cache",
                false => "no-store",
            };
            assert_eq!(answer.header("cache-control"), Some(kept), "{path}");
        }
    }
    let answer = ask(&server, "POST", &format!("{files}main.js"), "").await;
    assert_eq!(answer.status, 405);
    server.stop().await;
}

#[tokio::test]
async fn an_installed_page_stays_below_the_base_path() {
    for base in ["", "/oxo"] {
        let server = below(base).await;
        let files = files(&server).await;
        let address = Url::parse("https://oxo.example").unwrap();
        let address = address.join(&format!("{files}manifest.json")).unwrap();
        let manifest = ask(&server, "GET", address.path(), "").await;
        let manifest: Value = serde_json::from_str(manifest.text()).unwrap();
        for field in ["start_url", "scope"] {
            let url = address.join(manifest[field].as_str().unwrap()).unwrap();
            assert_eq!(url.as_str(), format!("https://oxo.example{base}/"));
        }
        for icon in manifest["icons"].as_array().unwrap() {
            let url = address.join(icon["src"].as_str().unwrap()).unwrap();
            let answer = ask(&server, "GET", url.path(), "").await;
            assert_eq!(answer.status, 200, "{url}");
            assert_eq!(answer.header("content-type"), icon["type"].as_str());
        }
        server.stop().await;
    }
}
