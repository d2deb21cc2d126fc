// Lighthouse on the page as a phone has it: three runs of each address, their medians, and what is below the mark.
// OXO_SERVER_BIN says which server, CHROME_PATH which browser.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import * as chromeLauncher from "chrome-launcher";
import lighthouse from "lighthouse";
import WebSocket from "ws";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const RUNS = 3;
const LEAST = 95;

/** A server of its own, and where it listens. */
async function serve(data) {
  const server = spawn(process.env.OXO_SERVER_BIN, ["--listen", "127.0.0.1:0", "--data", data], { stdio: ["ignore", "ignore", "pipe"] });
  for await (const line of createInterface({ input: server.stderr })) {
    const address = /listening on (?:https?:\/\/)?([\d.:]+)/.exec(line)?.[1];
    if (address) {
      server.stderr.resume();
      return { server, url: `http://${address}` };
    }
  }
  throw new Error("the server ended before it listened");
}

/** Opens a room, so that there is an invitation to look at; the connection holds it. */
function invite(url) {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/ws`, "oxo.v1");
    const say = (request) => socket.send(JSON.stringify(request));
    socket.onopen = () => {
      say({ type: "hello", id: 1, versions: [1], client: "oxo-lighthouse", name: "Ana" });
      say({ type: "create_room", id: 2, secret: "lighthouse-lighthouse-lighthouse" });
    };
    socket.onerror = reject;
    socket.onmessage = ({ data }) => {
      const { id, ok, error } = JSON.parse(data);
      if (error) reject(new Error(JSON.stringify(error)));
      if (id === 2 && ok) resolve(`/r/${ok.room}`);
    };
  });
}

const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** The scores of a page in each category, and which audits of the last run cost points. */
async function measure(url, port) {
  const scores = Object.fromEntries(CATEGORIES.map((category) => [category, []]));
  let last;
  for (let run = 0; run < RUNS; run += 1) {
    const { lhr } = await lighthouse(url, { port, onlyCategories: CATEGORIES, output: "json", logLevel: "error" });
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    for (const category of CATEGORIES) scores[category].push(Math.round(lhr.categories[category].score * 100));
    last = lhr;
  }
  const lost = CATEGORIES.flatMap((category) => last.categories[category].auditRefs)
    .filter(({ id, weight }) => weight > 0 && last.audits[id].score !== null && last.audits[id].score < 0.9)
    .map(({ id }) => `${id} ${last.audits[id].displayValue ?? ""}`.trim());
  return { medians: CATEGORIES.map((category) => median(scores[category])), lost };
}

const data = mkdtempSync(join(tmpdir(), "oxo-lighthouse-"));
const { server, url } = await serve(data);
const chrome = await chromeLauncher.launch({ chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"] });
let low = false;
try {
  const paths = ["/", await invite(url)];
  console.log(`| page | ${CATEGORIES.join(" | ")} |\n|---|${"---|".repeat(CATEGORIES.length)}`);
  for (const path of paths) {
    const { medians, lost } = await measure(url + path, chrome.port);
    console.log(`| ${path} | ${medians.join(" | ")} |${lost.length > 0 ? ` ${lost.join(", ")}` : ""}`);
    // An invitation is for few, and so not for search engines.
    low ||= medians.some((score, i) => score < LEAST && !(CATEGORIES[i] === "seo" && path !== "/"));
  }
} finally {
  chrome.kill();
  server.kill();
  rmSync(data, { recursive: true, force: true });
}
process.exit(low ? 1 : 0);
