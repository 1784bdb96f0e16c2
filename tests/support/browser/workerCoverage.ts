import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `npm run coverage` names a folder here: what Chromium runs of the service worker is then counted into it. */
const FOLDER = process.env.WORKER_COVERAGE;
const WORKER_FILE = fileURLToPath(new URL('../../../dist/sw.js', import.meta.url));
const LOOK_EVERY_MS = 200;

/** Each of Playwright's worker processes has a number of its own, so that journeys run side by side. */
const PROCESS = Number(process.env.TEST_PARALLEL_INDEX ?? 0);
export const BROWSER_PORT = 9_300 + PROCESS;
export const TABLET_PORT = 9_400 + PROCESS;

export function coverageArgs(port: number): string[] {
  return FOLDER === undefined ? [] : [`--remote-debugging-port=${port}`];
}

interface Message {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: { sessionId?: string; scriptId?: string; length?: number };
  result?: { result?: Profiler.ScriptCoverage[] };
}

/** Counts for every character of a function, since V8 cuts the same function into other ranges from look to look. */
interface Counted {
  functionName: string;
  start: number;
  counts: Int32Array;
}

/** Counts what a browser runs of the real build's worker, from each worker's first line, until it is stopped. */
export async function countWorkerCode(port: number): Promise<() => Promise<void>> {
  if (FOLDER === undefined) return async () => undefined;
  const counter = new WorkerCounter(new WebSocket(await endpointOf(port)));
  await counter.start();
  return () => counter.stop(FOLDER);
}

async function endpointOf(port: number): Promise<string> {
  const version: { webSocketDebuggerUrl: string } = JSON.parse(
    await (await fetch(`http://127.0.0.1:${port}/json/version`)).text(),
  );
  return version.webSocketDebuggerUrl;
}

class WorkerCounter {
  readonly #socket: WebSocket;
  readonly #workers = new Set<string>();
  readonly #pending = new Map<number, (result: Message['result']) => void>();
  readonly #counted = new Map<string, Counted>();
  /** Other builds of the app have another length; their places are not those of this one. */
  readonly #length = readFileSync(WORKER_FILE, 'utf8').length;
  readonly #ours = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #calls = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)));
    socket.addEventListener('close', () => {
      for (const resolve of this.#pending.values()) resolve(undefined);
    });
  }

  async start(): Promise<void> {
    await new Promise((resolve) => this.#socket.addEventListener('open', resolve, { once: true }));
    const filter = [{ type: 'service_worker' }];
    await this.#call('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter,
    });
    this.#timer = setInterval(() => void this.#look(), LOOK_EVERY_MS);
  }

  async stop(folder: string): Promise<void> {
    clearInterval(this.#timer);
    await this.#look();
    this.#socket.close();
    mkdirSync(folder, { recursive: true });
    const functions = [...this.#counted.values()].map(functionCoverage);
    if (functions.length > 0) writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(functions));
  }

  #call(method: string, params: object = {}, sessionId?: string): Promise<Message['result']> {
    this.#calls += 1;
    const id = this.#calls;
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.resolve(undefined);
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    return new Promise((resolve) => this.#pending.set(id, resolve));
  }

  #receive(text: string): void {
    const { id, method, sessionId, params, result }: Message = JSON.parse(text);
    if (id !== undefined) {
      this.#pending.get(id)?.(result);
      this.#pending.delete(id);
    } else if (method === 'Target.attachedToTarget' && params?.sessionId) void this.#follow(params.sessionId);
    else if (method === 'Debugger.scriptParsed' && params?.length === this.#length) {
      this.#ours.add(`${sessionId} ${params.scriptId}`);
    } else if (method === 'Target.detachedFromTarget' && params?.sessionId) this.#workers.delete(params.sessionId);
  }

  async #follow(sessionId: string): Promise<void> {
    await this.#call('Profiler.enable', {}, sessionId);
    await this.#call('Profiler.startPreciseCoverage', { callCount: true, detailed: true }, sessionId);
    await this.#call('Runtime.runIfWaitingForDebugger', {}, sessionId);
    this.#workers.add(sessionId);
    // Tells of the scripts there are.
    await this.#call('Debugger.enable', {}, sessionId);
    await this.#call('Debugger.disable', {}, sessionId);
  }

  async #look(): Promise<void> {
    await Promise.race([
      Promise.all(
        [...this.#workers].map(async (sessionId) => {
          const response = await this.#call('Profiler.takePreciseCoverage', {}, sessionId);
          for (const script of response?.result ?? []) this.#add(script, `${sessionId} ${script.scriptId}`);
        }),
      ),
      // A worker that has gone does not answer any more.
      new Promise((resolve) => setTimeout(resolve, 1_000)),
    ]);
  }

  #add({ functions }: Profiler.ScriptCoverage, script: string): void {
    if (!this.#ours.has(script)) return;
    for (const { functionName, ranges: own } of functions) {
      const [whole] = own;
      if (!whole) continue;
      const { startOffset: start, endOffset: end } = whole;
      const fresh = new Int32Array(end - start);
      for (const { startOffset, endOffset, count } of own) fresh.fill(count, startOffset - start, endOffset - start);
      const key = `${start}-${end}`;
      const counted = this.#counted.get(key) ?? { functionName, start, counts: new Int32Array(end - start) };
      counted.counts.forEach((count, at) => (counted.counts[at] = count + (fresh[at] ?? 0)));
      this.#counted.set(key, counted);
    }
  }
}

/** The ranges in V8's order: the whole function, then the parts of it that ran more or less often. */
function functionCoverage({ functionName, start, counts }: Counted): Profiler.FunctionCoverage {
  const calls = counts[0] ?? 0;
  const ranges = [{ startOffset: start, endOffset: start + counts.length, count: calls }];
  let from = 0;
  for (let at = 1; at <= counts.length; at += 1) {
    if (at < counts.length && counts[at] === counts[from]) continue;
    const count = counts[from] ?? 0;
    if (count !== calls) ranges.push({ startOffset: start + from, endOffset: start + at, count });
    from = at;
  }
  return { functionName, isBlockCoverage: true, ranges };
}
