import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

export interface Load {
  origin: string;
  paths: string[];
  headers?: Record<string, string>;
  connections?: number;
  seconds?: number;
}

const run = promisify(execFile);

/** Requests a second that a server answers well, asked by a process of its own. */
export async function requestsPerSecond(load: Load): Promise<number> {
  const { stdout } = await run(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(load)]);
  const answer: { good: number; bad: number; seconds: number } = JSON.parse(stdout);
  if (answer.bad > 0 || answer.good === 0)
    throw new Error(`${answer.bad} of ${answer.good + answer.bad} requests failed`);
  return answer.good / answer.seconds;
}

if (import.meta.main) {
  const load: Load = JSON.parse(process.argv[2] ?? '');
  const result = await autocannon({
    url: load.origin,
    connections: load.connections ?? 32,
    duration: load.seconds ?? 4,
    ...(load.headers ? { headers: load.headers } : {}),
    requests: load.paths.map((path) => ({ method: 'GET' as const, path })),
  });
  // An answer that the client has already is as good as one with a body.
  const good = result['2xx'] + result['3xx'];
  const bad = result['4xx'] + result['5xx'] + result.errors + result.timeouts;
  console.log(JSON.stringify({ good, bad, seconds: result.duration }));
}
