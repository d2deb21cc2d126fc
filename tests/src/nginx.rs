//! A real nginx with TLS before a server, as hosts have one.
//!
//! Its configuration is the one that `docs/hosting.md` gives: nginx's own, but for the lines that
//! a WebSocket needs.

use std::{fs, path::Path, process::Stdio};

use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};

use crate::soon;

/// An nginx; it ends when dropped.
pub struct Nginx {
    /// Ends when dropped.
    _process: Child,
    /// Its configuration, certificate and temporary files.
    _folder: TempDir,
}

impl Nginx {
    /// Starts one at a port of 127.0.0.1 that hands everything below a path
    /// (`/` or `/oxo/`) on to a server.
    ///
    /// # Panics
    /// When it does not come to listen.
    pub async fn start(port: u16, path: &str, server: &str) -> Nginx {
        let folder = tempfile::tempdir().expect("a folder");
        certify(folder.path());
        let file = folder.path().join("nginx.conf");
        let text = configuration(folder.path(), port, path, server);
        fs::write(&file, text).expect("a file");
        let mut process = Command::new("nginx")
            .arg("-p")
            .arg(folder.path())
            .arg("-c")
            .arg(&file)
            .args(["-e", "stderr"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("nginx is missing; tests/run installs it");
        let said = process.stderr.take().expect("a pipe");
        soon("nginx to listen", listening(said)).await;
        Nginx {
            _process: process,
            _folder: folder,
        }
    }
}

/// Reads on to the line that it says once its ports are open.
async fn listening(said: impl tokio::io::AsyncRead + Unpin + Send + 'static) {
    let mut lines = BufReader::new(said).lines();
    let mut words = String::new();
    while let Ok(Some(line)) = lines.next_line().await {
        if line.contains("event method") {
            // A reader that stops would stop a process that goes on writing.
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return;
        }
        words.push_str(&line);
        words.push('\n');
    }
    panic!("nginx ended before it listened:\n{words}");
}

/// A certificate that nobody but the tests accepts.
fn certify(folder: &Path) {
    let names = ["localhost".to_owned(), "127.0.0.1".to_owned()];
    let made = rcgen::generate_simple_self_signed(names).expect("a certificate");
    fs::write(folder.join("cert.pem"), made.cert.pem()).expect("a file");
    fs::write(folder.join("key.pem"), made.signing_key.serialize_pem()).expect("a file");
}

fn configuration(folder: &Path, port: u16, path: &str, server: &str) -> String {
    let folder = folder.display();
    format!(
        "daemon off;
master_process off;
pid {folder}/pid;
error_log stderr notice;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    map $http_upgrade $connection_upgrade {{
        default upgrade;
        \"\" \"\";
    }}
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {folder}/cert.pem;
        ssl_certificate_key {folder}/key.pem;
        location {path} {{
            proxy_pass http://{server};
            proxy_http_version 1.1;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        }}
    }}
}}
"
    )
}
