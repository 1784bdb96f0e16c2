import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { API_KEY_HEADER, API_PATHS, API_PATTERNS, ENVIRONMENT_SCRIPT } from '#contract/paths.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { reasonOf } from '#server/core/errors.ts';
import type { RunningVersion } from './runVersion.ts';
import type { Expected, Version } from './updateSteps.ts';

/** The number of failures in a row that count: one may come from a busy machine. */
const FAILURES = 2;
const AGAIN_MS = 200;
/** The memory limit of a version; the server usually needs a seventh of it. */
const MOST_MEMORY = 1_000_000_000;
const MB = 1_000_000;

interface Asking {
  answerMs: number;
  key?: string | undefined;
}

interface Answer {
  status: number;
  type: string;
  text: string;
}

/** One request on this machine, where the certificate need not name the address. */
function ask(url: string, { answerMs, key }: Asking): Promise<Answer> {
  const headers = key === undefined ? {} : { [API_KEY_HEADER]: key };
  const request = url.startsWith('https:') ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const options = { headers, agent: false, rejectUnauthorized: false, signal: AbortSignal.timeout(answerMs) };
    const asked = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const type = response.headers['content-type'] ?? '';
        resolve({ status: response.statusCode ?? 0, type, text: Buffer.concat(chunks).toString() });
      });
    });
    asked.on('error', (error) => reject(options.signal.aborted ? new Error('it does not answer') : error));
    asked.end();
  });
}

/** Problems that no version repairs or causes. */
const OF_THE_MACHINE = /^(?:backup-|disk-almost-full$)/;

/** The codes of the problems in `/health/ready`. */
async function lackingOf(origin: string, asking: Asking): Promise<string[]> {
  const { text } = await ask(`${origin}${API_PATTERNS.ready}`, asking);
  const found: unknown = JSON.parse(text);
  const reasons = isRecord(found) && Array.isArray(found.reasons) ? found.reasons : [];
  return reasons
    .map((reason) => (isRecord(reason) ? textOf(reason, 'code') : ''))
    .filter((code) => !OF_THE_MACHINE.test(code));
}

async function answered(url: string, { type, ...asking }: Asking & { type: string }): Promise<string> {
  const { key } = asking;
  const { pathname } = new URL(url);
  const answer = await ask(url, asking);
  const named = key === undefined ? pathname : pathname.replaceAll(key, '***');
  if (answer.status !== 200) throw new Error(`${named} answers ${answer.status}`);
  if (!answer.type.includes(type)) throw new Error(`${named} is no ${type}`);
  return answer.text;
}

interface Checked extends Asking {
  version: Version;
  expected: Expected;
}

/** The files that a page loads before it shows anything, and the script with the settings of this installation. */
function filesOf(page: string): { path: string; type: string }[] {
  const scripts = [...page.matchAll(/<script[^>]* src="(\/[^"]+)"/g)].map(([, path = '']) => path);
  const links = [...page.matchAll(/<link[^>]+>/g)].flatMap(([link]) => {
    const [, rel] = / rel="(stylesheet|modulepreload)"/.exec(link) ?? [];
    const [, path] = / href="(\/[^"]+)"/.exec(link) ?? [];
    return rel === undefined || path === undefined ? [] : [{ path, isStyle: rel === 'stylesheet' }];
  });
  const code = [ENVIRONMENT_SCRIPT, ...scripts, ...links.filter(({ isStyle }) => !isStyle).map(({ path }) => path)];
  return [
    ...[...new Set(code)].map((path) => ({ path, type: 'javascript' })),
    ...links.filter(({ isStyle }) => isStyle).map(({ path }) => ({ path, type: 'text/css' })),
  ];
}

/** Throws unless the version responds correctly: health, page with its files, image, and with a key its lists. */
async function check(origin: string, { version, expected, answerMs, key }: Checked): Promise<void> {
  const health: unknown = JSON.parse(
    await answered(`${origin}${API_PATTERNS.health}`, { type: 'application/json', answerMs }),
  );
  const said = isRecord(health) ? textOf(health, 'version') : '';
  if (said !== version.version) throw new Error(`it says that it is ${said || 'nothing'}`);
  const [lacks] = await lackingOf(origin, { answerMs });
  if (lacks !== undefined) throw new Error(`it is not ready (${lacks})`);
  const page = await answered(`${origin}/`, { type: 'text/html', answerMs });
  for (const { path, type } of filesOf(page)) await answered(`${origin}${path}`, { type, answerMs });
  if (expected.image !== null) await answered(`${origin}${expected.image}`, { type: 'image/', answerMs });
  if (key === undefined) return;
  await answered(`${origin}${API_PATHS.checkApiKey(key)}`, { type: 'application/json', answerMs, key });
  await answered(`${origin}${API_PATHS.albums}`, { type: 'application/json', answerMs, key });
}

interface Watching extends Checked {
  /** Returns which rows the version lost; undefined: none. */
  loss?: () => Promise<string | undefined>;
  watchMs: number;
  everyMs: number;
}

/**
 * Resolves to the reason why a version must not stay, as the end of a sentence; to undefined when it passed all checks.
 */
export async function whyNot(running: RunningVersion, watching: Watching): Promise<string | undefined> {
  const until = performance.now() + watching.watchMs;
  let failures = 0;
  let isLast = false;
  do {
    isLast = performance.now() >= until;
    const memory = running.memory();
    if (memory > MOST_MEMORY) return `it takes ${Math.round(memory / MB)} MB of memory`;
    const loss = await watching.loss?.();
    if (loss !== undefined) return loss;
    // The check after a failure follows at once and waits half as long, because a version that hangs serves nobody.
    const answerMs = failures > 0 ? watching.answerMs / 2 : watching.answerMs;
    const problem = await check(running.origin ?? '', { ...watching, answerMs }).then(
      () => undefined,
      (error: unknown) => reasonOf(error),
    );
    if (running.ended !== undefined) return running.ended;
    failures = problem === undefined ? 0 : failures + 1;
    if (problem !== undefined && failures >= FAILURES) return problem;
    if (failures > 0) await wait(Math.min(AGAIN_MS, watching.everyMs));
    else if (!isLast) await wait(watching.everyMs);
  } while (!isLast || failures > 0);
  return undefined;
}
