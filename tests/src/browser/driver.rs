//! `chromedriver` or `geckodriver` and the browser that it starts, as processes.

use std::{env, fs, path::Path, process::Stdio};

use fantoccini::wd::{Capabilities, WebDriverCompatibleCommand};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
};
use url::Url;

use super::look::BrowserOptions;
use crate::soon;

/// Number of starts of a driver that ends at once.
const STARTS: usize = 5;

/// Browser that is driven; `OXO_BROWSER` may name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Engine {
    /// Chromium without its windows. It starts in a third of the time, and is taken where it is installed.
    HeadlessShell,
    Chromium,
    Firefox,
}

/// Where Debian's package has it.
const HEADLESS_SHELL: &str = "/usr/bin/chromium-headless-shell";

impl Engine {
    /// That of `OXO_BROWSER`; otherwise the lightest that will do.
    fn chosen(look: BrowserOptions<'_>) -> Engine {
        match env::var("OXO_BROWSER").as_deref() {
            Ok("firefox") => Engine::Firefox,
            Ok("chromium") => Engine::Chromium,
            _ if look.whole || !Path::new(HEADLESS_SHELL).exists() => Engine::Chromium,
            _ => Engine::HeadlessShell,
        }
    }

    /// The driver, with arguments that let it find a free port.
    fn driver(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Engine::HeadlessShell | Engine::Chromium => ("chromedriver", &["--port=0"]),
            Engine::Firefox => ("geckodriver", &["--port=0", "--websocket-port=0"]),
        }
    }
}

/// A driver process, and where its browser keeps its profile.
pub(super) struct Driver {
    /// Ends when dropped.
    _process: Child,
    profile: TempDir,
    pub engine: Engine,
    pub url: String,
}

impl Driver {
    /// Starts a driver at a port of its own.
    pub async fn start(look: BrowserOptions<'_>) -> Driver {
        let engine = Engine::chosen(look);
        let (program, arguments) = engine.driver();
        // It takes a free port of IPv4, and ends if somebody has the same one of IPv6.
        for _ in 0..STARTS {
            let mut process = Command::new(program)
                .args(arguments)
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .kill_on_drop(true)
                .spawn()
                .unwrap_or_else(|why| panic!("{program}: {why}; tests/run installs it"));
            let said = process.stdout.take().expect("a pipe");
            if let Some(port) = soon("a driver to listen", listening(said)).await {
                return Driver {
                    _process: process,
                    profile: tempfile::tempdir().expect("a folder"),
                    engine,
                    url: format!("http://127.0.0.1:{port}"),
                };
            }
        }
        panic!("{program} ended {STARTS} times before it listened");
    }

    /// Options of its browser: on its own, and reaching nothing but this
    /// machine and the hosts it is to reach.
    pub fn capabilities(&self, look: BrowserOptions<'_>) -> Capabilities {
        let mut wanted = match self.engine {
            Engine::HeadlessShell | Engine::Chromium => self.chromium(look),
            Engine::Firefox => self.firefox(look),
        };
        wanted["acceptInsecureCerts"] = json!(true);
        wanted["pageLoadStrategy"] = json!(if look.hasty { "eager" } else { "normal" });
        wanted["timeouts"] = json!({"script": crate::HANG.as_millis()});
        match wanted {
            Value::Object(wanted) => wanted,
            _ => Capabilities::new(),
        }
    }

    fn chromium(&self, look: BrowserOptions<'_>) -> Value {
        let profile = format!("--user-data-dir={}", self.profile.path().display());
        let reach: String = ["127.0.0.1", "localhost"]
            .iter()
            .chain(look.hosts)
            // The rules know an address of IPv6 without its brackets.
            .map(|host| format!(", EXCLUDE {}", host.trim_matches(['[', ']'])))
            .collect();
        let reach = format!("--host-resolver-rules=MAP * ~NOTFOUND{reach}");
        let mut options = json!({
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--no-first-run", "--disable-background-networking", "--disable-component-update",
                "--disable-sync", "--mute-audio", "--window-size=1024,768",
                // A process kept ready that nobody needs costs a tenth of a test's time.
                "--disable-features=SpareRendererForSitePerProcess",
                reach, profile,
                // The shell does not read the preference.
                format!("--accept-lang={}", look.languages),
            ],
            "prefs": {"intl.accept_languages": look.languages},
        });
        let mut name = "chrome";
        if self.engine == Engine::HeadlessShell {
            name = "chrome-headless-shell";
            options["binary"] = json!(HEADLESS_SHELL);
        }
        json!({
            "browserName": name,
            "goog:loggingPrefs": {"browser": "WARNING"},
            "goog:chromeOptions": options,
        })
    }

    fn firefox(&self, look: BrowserOptions<'_>) -> Value {
        let (width, height) = look.size;
        // Hosts that are not to be reached go to a proxy that does not exist.
        let near = ["127.0.0.1", "localhost"].iter().chain(look.hosts);
        let near: Vec<&str> = near.copied().collect();
        json!({
            "browserName": "firefox",
            "moz:firefoxOptions": {
                "binary": "/usr/bin/firefox-esr",
                "args": [
                    "-headless", "-profile", self.profile.path(),
                    format!("--width={width}"), format!("--height={height}"),
                ],
                "prefs": {
                    "intl.accept_languages": look.languages,
                    "layout.css.prefers-color-scheme.content-override": i32::from(!look.dark),
                    "network.proxy.type": 1,
                    "network.proxy.http": "127.0.0.1",
                    "network.proxy.http_port": 9,
                    "network.proxy.ssl": "127.0.0.1",
                    "network.proxy.ssl_port": 9,
                    "network.proxy.no_proxies_on": near.join(", "),
                },
            },
        })
    }
}

/// Reads on to the port; none if the driver ended. What it says later is read too, since it may end
/// when nobody does.
async fn listening(said: impl tokio::io::AsyncRead + Unpin + Send + 'static) -> Option<u16> {
    let mut lines = BufReader::new(said).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let told = ["started successfully on port ", "Listening on 127.0.0.1:"];
        let port = told.iter().find_map(|words| line.split(words).nth(1));
        let port = port.and_then(|rest| rest.trim_end_matches('.').parse().ok());
        if port.is_some() {
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return port;
        }
    }
    None
}

impl Drop for Driver {
    /// A driver that is killed leaves its browser running; its profile, which
    /// nobody else has, says which processes those are.
    fn drop(&mut self) {
        let profile = self.profile.path().as_os_str().as_encoded_bytes();
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        for process in processes {
            let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
            let name = process.file_name();
            let id = name.to_str().and_then(|name| name.parse().ok());
            let ours = line.windows(profile.len()).any(|part| part == profile);
            if let Some(id) = id.and_then(rustix::process::Pid::from_raw)
                && ours
            {
                // It may have ended by itself, which is fine.
                let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
            }
        }
    }
}

/// A command of this driver that is no part of WebDriver.
#[derive(Debug)]
pub(super) struct Issued {
    path: &'static str,
    body: Value,
}

impl Issued {
    pub fn new(path: &'static str, body: Value) -> Issued {
        Issued { path, body }
    }
}

impl WebDriverCompatibleCommand for Issued {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, url::ParseError> {
        base.join(&format!(
            "session/{}/{}",
            session.unwrap_or_default(),
            self.path
        ))
    }

    fn method_and_body(&self, _: &Url) -> (hyper::Method, Option<String>) {
        (hyper::Method::POST, Some(self.body.to_string()))
    }
}
