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

/// Bytes that a first visit may cost.
const FIRST_VISIT: usize = 100_000;

/// The sources of those files, by their names below that.
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
            } else if !matches!(&*name, "index.html" | "catalogue.json") {
                found.push((name, entry.path()));
            }
        }
    }
    assert!(found.len() > 4);
    found
}

#[tokio::test]
async fn every_file_comes_in_both_encodings_and_may_be_kept() {
    let server = below("/oxo").await;
    let files = files(&server).await;
    for (name, source) in sources() {
        let path = format!("{files}{name}");
        let plain = ask(&server, "GET", &path, "").await;
        let packed = ask(&server, "GET", &path, "accept-encoding: gzip, br\r\n").await;
        for answer in [&plain, &packed] {
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
        let source = fs::read(source).unwrap();
        match name.rsplit('.').next().unwrap() {
            "js" | "css" => assert_lines(&source, &plain.body),
            // Of catalogues a part is sent.
            _ if name.starts_with("locales/") => assert!(plain.body.len() <= source.len()),
            _ => assert_eq!(plain.body, source, "{name}"),
        }
    }
    server.stop().await;
}

/// Every line is sent as it is and where it is, but for comments.
fn assert_lines(source: &[u8], sent: &[u8]) {
    let [source, sent] = [source, sent].map(|text| str::from_utf8(text).unwrap());
    assert_eq!(source.lines().count(), sent.lines().count());
    for (source, sent) in source.lines().zip(sent.lines()) {
        assert!(source.ends_with(sent), "{sent:?} of {source:?}");
    }
    assert!(!sent.lines().any(|line| line.starts_with("/*")));
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

#[tokio::test]
async fn the_document_preloads_every_module() {
    let server = below("/oxo").await;
    let files = files(&server).await;
    let document = ask(&server, "GET", "/oxo/", BROWSER).await;
    let document = String::from_utf8(document.body).unwrap();
    let preload = "<link rel=\"modulepreload\" href=\"";
    let mut named = document
        .split(preload)
        .skip(1)
        .map(|link| link.split('"').next().unwrap())
        .collect::<Vec<_>>();
    named.sort_unstable();
    let modules = sources()
        .into_iter()
        .map(|(name, _)| format!("{files}{name}"));
    let mut modules = modules
        .filter(|path| path.ends_with(".js") && !path.ends_with("/main.js"))
        .collect::<Vec<_>>();
    modules.sort_unstable();
    assert_eq!(named, modules);
    server.stop().await;
}

#[tokio::test]
async fn a_first_visit_is_light() {
    let server = below("").await;
    let files = files(&server).await;
    let mut weight = ask(&server, "GET", "/", BROWSER).await.body.len();
    let mut heaviest_language = 0;
    for (name, _) in sources() {
        let path = format!("{files}{name}");
        let length = ask(&server, "GET", &path, "accept-encoding: gzip\r\n").await;
        let length = length.body.len();
        if name.starts_with("locales/") {
            heaviest_language = heaviest_language.max(length);
        } else if !name.ends_with(".png") {
            weight += length;
        }
    }
    weight += heaviest_language;

    assert!(weight < FIRST_VISIT, "{weight} bytes");
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
            assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}");
        }
    }
    let answer = ask(&server, "POST", &format!("{files}main.js"), "").await;
    assert_eq!(answer.status, 405);
    server.stop().await;
}

#[tokio::test]
async fn what_is_put_on_a_home_screen_stays_below_the_base_path() {
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
