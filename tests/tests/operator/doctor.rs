//! `oxo-server doctor`: each fault and its remedy before a server is started.

use std::net::TcpListener;

use serde_json::Value;
use tempfile::TempDir;
use tests::process::operate;

use super::OperatorSetup;

#[tokio::test]
async fn doctor_reports_what_passes_and_each_fault_with_its_remedy() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let listen = ["--listen", "127.0.0.1:0", "doctor"];
    let (status, out, err) = operate(&data, &listen).await;
    assert_eq!(status, Some(0), "{out}{err}");
    assert!(out.contains("ok     port"), "{out}");
    assert!(out.ends_with("can start.\n"), "{out}");
    assert!(!data.exists(), "it only looks");

    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let listen = ["--listen", &address, "doctor"];
    let (status, out, _) = operate(&data, &listen).await;
    assert_eq!(status, Some(1), "{out}");
    assert!(out.contains("WRONG  port"), "{out}");
    assert!(
        out.contains("another program listens there already"),
        "{out}"
    );

    let wrong = ["--trusted-proxy", "0.0.0.0/0", "doctor", "--json"];
    let (status, out, _) = operate(&data, &wrong).await;
    assert_eq!(status, Some(1), "{out}");
    let found: Vec<Value> = serde_json::from_str(&out).unwrap();
    let proxies = found.iter().find(|it| it["about"] == "proxies").unwrap();
    assert_eq!(proxies["verdict"], "wrong");
    assert!(proxies["remedy"].is_string());
}

#[tokio::test]
async fn the_journal_of_a_server_that_runs_is_sound() {
    let setup = OperatorSetup::open(&[]).await;
    let words = ["--listen", "127.0.0.1:0", "doctor"];
    let out = setup.done(&words).await;
    assert!(out.contains("is sound; open rooms: 0"), "{out}");
}
