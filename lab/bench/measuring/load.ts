import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { processorSeconds } from './processorSeconds.ts';

export interface Load {
  origin: string;
  paths: string[];
  headers?: Record<string, string>;
  /** The server's process. */
  pid: number;
}

const CONNECTIONS = 32;
const SECONDS = 4;
const HEAD_END = '\r\n\r\n';

const run = promisify(execFile);

/**
 * Good responses for each second of the server's own processor time, requested by a separate process: the rate of a
 * server with a core for itself, including the cost of requests, whatever else the machine does. autocannon's parser,
 * written in JavaScript, costs more than a server that sends from memory, and would measure itself; this client reads
 * each head and counts the body's bytes.
 */
export async function answersPerProcessorSecond(load: Load): Promise<number> {
  const before = processorSeconds(load.pid);
  const asking = run(process.execPath, [fileURLToPath(import.meta.url)]);
  // Thousands of paths are too long for an argument.
  asking.child.stdin?.end(JSON.stringify(load));
  const { stdout } = await asking;
  return Number(stdout) / (processorSeconds(load.pid) - before);
}

function ask(
  url: URL,
  { requests, count, until }: { requests: Buffer[]; count: () => void; until: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let next = Math.floor(Math.random() * requests.length);
    let missing = 0;
    const socket = connect(Number(url.port), url.hostname, send);

    function send(): void {
      if (performance.now() > until) {
        socket.destroy();
        return resolve();
      }
      next = (next + 1) % requests.length;
      socket.write(requests[next]!);
    }

    socket.on('error', reject);
    socket.on('data', (chunk) => {
      // A server writes its head in one piece, so the first chunk of an answer holds all of it.
      if (missing === 0) {
        const end = chunk.indexOf(HEAD_END);
        const head = chunk.toString('latin1', 0, end);
        const known = /^HTTP\/1\.1 (?:304|204)/.test(head);
        const length = known ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
        if (end < 0 || !(known || head.startsWith('HTTP/1.1 200')) || Number.isNaN(length))
          return reject(new Error(head));
        missing = end + HEAD_END.length + length;
      }
      missing -= chunk.length;
      if (missing > 0) return;
      count();
      send();
    });
  });
}

if (import.meta.main) {
  const { origin, paths, headers = {} }: Load = JSON.parse(readFileSync(0, 'utf8'));
  const url = new URL(origin);
  const lines = Object.entries({ Host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`));
  let answered = 0;
  const count = () => {
    answered += 1;
  };
  const until = performance.now() + SECONDS * 1_000;
  await Promise.all(Array.from({ length: CONNECTIONS }, () => ask(url, { requests, count, until })));
  console.log(answered);
}
