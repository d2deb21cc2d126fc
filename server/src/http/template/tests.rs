//! Tests of `template`.

use super::*;

const FILLING: [&str; 6] = ["xx", "HEAD", "SCRIPT", "&quot;facts", "BODY", "FALLBACK"];

#[test]
fn everything_in_the_document_stands_below_the_base_path_and_the_hash() {
    for base_path in ["", "/oxo", "/a.b/c-d"] {
        let document = Document::new(base_path);
        let text = document.live.fill(FILLING);
        for mark in ["__", "<!-- "] {
            assert!(!text.contains(mark), "{text}");
        }
        let files = format!("{base_path}/a/{HASH}/");
        assert!(text.contains(&format!("\"{files}main.js\"")), "{text}");
        let addresses = [" href=\"", " src=\""].map(|name| text.split(name).skip(1));
        for address in addresses.into_iter().flatten() {
            let own = address.starts_with(&files) || address.starts_with('#');
            assert!(own, "{address}");
        }
    }
}

#[test]
fn every_placeholder_is_filled_in() {
    let document = Document::new("");
    for text in [document.live.fill(FILLING), document.still.fill(FILLING)] {
        assert!(text.starts_with("<!doctype html>\n<html lang=\"xx\">"));
        for part in ["HEAD", "=\"&quot;facts\"", ">BODY<", ">SCRIPT<", "FALLBACK"] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
    assert!(!document.still.fill(FILLING).contains(".js\""));
}

#[test]
fn a_base_path_takes_nothing_from_a_document_for_a_frame() {
    let filling = [""; PLACES.len()];
    for base in ["", "/silicon", "/manifest/oxo"] {
        let framed = Document::new(base).framed.fill(filling);
        for file in ["style.css", "embed.js"] {
            assert!(
                framed.contains(&format!("\"{base}/a/{HASH}/{file}\"")),
                "{framed}"
            );
        }
        for file in ["boot.js", "main.js", "manifest.json", "icon.svg"] {
            assert!(!framed.contains(file), "{framed}");
        }
    }
}
