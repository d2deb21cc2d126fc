//! Packing of the page into the server: its modules and its styles as one file each, what else is under `web/`, and the
//! catalogues; compressed too where that is smaller, under one hash.

#[path = "build/mod.rs"]
mod build;

use std::{
    collections::BTreeMap,
    env,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use build::{
    Sources, comments,
    modules::{self, Entry},
    styles,
};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Contents by path below `/a/HASH/`, in the order of their names.
type PageFiles = BTreeMap<String, Vec<u8>>;

/// Sent under addresses of its own, with something filled in.
const DOCUMENT: &str = "index.html";
/// The module that starts the first one, and stays on its own to say when that fails.
const BOOT: &str = "boot.js";
/// The service worker, which has an address of its own outside of the hash, and names the hash itself.
const WORKER: &str = "worker.js";
/// The modules that import all others: for the page, for what the page loads when somebody asks for
/// it, and for a frame on another page; and the stylesheet that does.
const MODULES: [Entry; 3] = [
    Entry::alone("main.js"),
    Entry::beside("lazy.js", "main.js"),
    Entry::alone("embed.js"),
];
const STYLE: &str = "style.css";
/// Says which sentences the page is sent; it is no part of the page.
const PARTS: &str = "catalogue.json";

fn main() -> Result<()> {
    let server = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let (web, locales) = (server.join("web"), server.join("../locales"));
    for watched in [&web, &locales] {
        println!("cargo:rerun-if-changed={}", watched.display());
    }
    let mut files = PageFiles::new();
    collect(&web, "", &mut files)?;
    let parts = files
        .remove(PARTS)
        .ok_or("server/web/catalogue.json is missing")?;
    let parts: Vec<String> = serde_json::from_slice(&parts)?;
    collect(&locales, "locales/", &mut files)?;
    for (path, content) in &mut files {
        if path.starts_with("locales/") {
            *content = reduced(content, &parts).map_err(|why| format!("{path}: {why}"))?;
        }
    }
    let mut scripts = take_texts(&mut files, ".js")?;
    let boot = scripts
        .remove(BOOT)
        .ok_or("server/web/boot.js is missing")?;
    let worker = scripts
        .remove(WORKER)
        .ok_or("server/web/worker.js is missing")?;
    let modules = modules::joined(MODULES, &scripts)?;
    files.insert(BOOT.into(), boot.into());
    let style = styles::joined(STYLE, &take_texts(&mut files, ".css")?)?;
    let modules = MODULES.into_iter().zip(modules);
    files.extend(modules.map(|(entry, module)| (entry.path.into(), module.into())));
    files.insert(STYLE.into(), style.into());
    let document = files
        .remove(DOCUMENT)
        .ok_or("server/web/index.html is missing")?;
    let document = String::from_utf8(document)?;
    let hash = hash(&document, &files);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join(DOCUMENT), document)?;
    let worker = worker.replace("__HASH__", &hash);
    let worker = asset(&out, WORKER, WORKER, worker.as_bytes())?;
    let table = table(&out, &hash, &files)?;
    let source = format!("{table}static WORKER: Asset = {worker};\n");
    fs::write(out.join("assets.rs"), source)?;
    Ok(())
}

/// Reads a folder and everything below it, without hidden files.
fn collect(folder: &Path, prefix: &str, files: &mut PageFiles) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_str().ok_or("a name that is not Unicode")?;
        let path = format!("{prefix}{name}");
        if name.starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{path}/"), files)?;
        } else {
            files.insert(path, fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// Takes the files out whose names end so, without what no visitor needs.
fn take_texts(files: &mut PageFiles, ending: &str) -> Result<Sources> {
    let mut texts = Sources::new();
    for (path, content) in files.extract_if(.., |path, _| path.ends_with(ending)) {
        texts.insert(path, comments::left_out(str::from_utf8(&content)?));
    }
    Ok(texts)
}

/// A catalogue with nothing but the sentences whose keys begin with these parts.
fn reduced(catalogue: &[u8], parts: &[String]) -> Result<Vec<u8>> {
    let mut sentences: Map<String, Value> = serde_json::from_slice(catalogue)?;
    sentences.retain(|key, _| {
        let mut rests = parts.iter().filter_map(|part| key.strip_prefix(part));
        rests.any(|rest| rest.is_empty() || rest.starts_with('.'))
    });
    Ok(serde_json::to_vec(&sentences)?)
}

/// Another one as soon as any name or content is another.
fn hash(document: &str, files: &PageFiles) -> String {
    let mut hash = Sha256::new();
    hash.update(document);
    for (path, content) in files {
        for part in [path.as_bytes(), content] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    let digest = hash.finalize();
    digest.iter().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The source of the table in `src/http/assets.rs`; the contents are put beside it.
fn table(out: &Path, hash: &str, files: &PageFiles) -> Result<String> {
    let mut table = format!("pub const HASH: &str = {hash:?};\nstatic ASSETS: &[Asset] = &[\n");
    for (number, (path, content)) in files.iter().enumerate() {
        let asset = asset(out, &number.to_string(), path, content)?;
        writeln!(table, "    {asset},")?;
    }
    Ok(table + "];\n")
}

/// A file as the source has it; its contents are put beside it, under this name.
fn asset(out: &Path, name: &str, path: &str, content: &[u8]) -> Result<String> {
    let kind = kind(path)?;
    let plain = included(out, name, content)?;
    let smaller = |ending: &str, packed: Vec<u8>| match packed.len() < content.len() {
        true => included(out, &format!("{name}.{ending}"), &packed).map(|it| format!("Some({it})")),
        false => Ok("None".to_owned()),
    };
    let (gzip, brotli) = (
        smaller("gz", gzip(content)?)?,
        smaller("br", brotli(content)?)?,
    );
    Ok(format!(
        "Asset {{ path: {path:?}, kind: {kind:?}, plain: {plain}, gzip: {gzip}, brotli: {brotli} }}"
    ))
}

/// Puts a content into a file of that name, and says how the source has it.
fn included(out: &Path, name: &str, content: &[u8]) -> Result<String> {
    fs::write(out.join(name), content)?;
    Ok(format!(
        "include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}\"))"
    ))
}

fn kind(path: &str) -> Result<&'static str> {
    let ending = path.rsplit('.').next().unwrap_or_default();
    Ok(match ending {
        _ if path == "manifest.json" => "application/manifest+json",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        _ => {
            return Err(format!(
                "server/web/{path}: its content type is not known; add the ending to server/build.rs"
            )
            .into());
        }
    })
}

/// A tenth smaller than [`gzip`] for the page's modules; browsers ask for it by https and on their own machine.
fn brotli(content: &[u8]) -> Result<Vec<u8>> {
    let mut packed = Vec::new();
    let parameters = brotli::enc::BrotliEncoderParams::default();
    brotli::BrotliCompress(&mut &content[..], &mut packed, &parameters)?;
    Ok(packed)
}

/// The same bytes on every machine: with no time and no name in them.
fn gzip(content: &[u8]) -> Result<Vec<u8>> {
    let mut packed = Vec::new();
    zopfli::compress(
        zopfli::Options::default(),
        zopfli::Format::Gzip,
        content,
        &mut packed,
    )?;
    Ok(packed)
}
