//! Servers that speak TLS and know nodes by their certificates.

use std::{fs, path::PathBuf};

use cluster::{LogSeq, LogStore};
use cluster_nats::{NatsStore, StartRefusal, TlsFiles, create_stream};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tempfile::TempDir;

use crate::{
    contract::{append, entry, record},
    nodes::{CLUSTER, LOG, Nodes, SYNC_ALWAYS},
};

/// An authority's certificate, and one for 127.0.0.1 with its key.
fn certificates(folder: &TempDir) -> [PathBuf; 3] {
    let mut wanted = CertificateParams::default();
    wanted.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate().unwrap();
    let authority = wanted.self_signed(&key).unwrap().pem();
    let issuer = Issuer::new(wanted, key);
    let key = KeyPair::generate().unwrap();
    let wanted = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
    let certificate = wanted.signed_by(&key, &issuer).unwrap().pem();
    let files = ["authority.pem", "cert.pem", "key.pem"].map(|name| folder.path().join(name));
    let texts = [authority, certificate, key.serialize_pem()];
    for (file, text) in files.iter().zip(texts) {
        fs::write(file, text).unwrap();
    }
    files
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_and_nodes_know_each_other_by_certificates() {
    let folder = TempDir::new().unwrap();
    let files = certificates(&folder);
    let [authority, certificate, key] = files.each_ref().map(|file| file.display());
    let tls = format!(
        "tls {{ ca_file: \"{authority}\", cert_file: \"{certificate}\", key_file: \"{key}\", verify: true }}\n"
    );
    let servers = Nodes::start_with(1, SYNC_ALWAYS, &tls).await;
    let [authority, certificate, key] = files;
    let connect = async |authority: Option<&PathBuf>, own: Option<(PathBuf, PathBuf)>| {
        let mut options = servers.options();
        options.tls = Some(TlsFiles {
            authority: authority.cloned(),
            certificate: own,
        });
        NatsStore::connect(options, CLUSTER.to_owned()).await
    };
    let own = || Some((certificate.clone(), key.clone()));
    for store in [
        connect(None, own()).await,
        connect(Some(&authority), None).await,
    ] {
        let refusal = store.err().expect("it is refused");
        println!("{refusal}");
        assert!(matches!(refusal, StartRefusal::Unreachable(..)));
    }
    let store = connect(Some(&authority), own()).await.unwrap();
    create_stream(&store, &servers.stream_options(), LOG)
        .await
        .unwrap();
    append(&store, &record(1, 1, LogSeq::NONE, entry("first"))).await;
    assert_eq!(store.read(LogSeq::NONE).await.unwrap().len(), 1);
}
