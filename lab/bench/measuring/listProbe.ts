import { API_KEY_HEADER, API_PATHS } from '#contract/paths.ts';
import { type OwnProcess, startOwnProcess } from './ownProcess.ts';
import { receivedBytes } from './received.ts';

interface Probe {
  origin: string;
  key: string;
}

const EVERY_MS = 500;

/** Requests a tablet's first list every half second; returns the duration of each request in milliseconds. */
export function startListProbe(probe: Probe): Promise<OwnProcess<number[]>> {
  return startOwnProcess(import.meta.url, probe);
}

async function run({ origin, key }: Probe): Promise<void> {
  let tookMs: number[] = [];
  const ask = async () => {
    const askedAt = performance.now();
    await receivedBytes(origin + API_PATHS.albums, { [API_KEY_HEADER]: key });
    tookMs.push(performance.now() - askedAt);
  };
  await ask();
  setInterval(() => void ask(), EVERY_MS);
  process.on('message', ({ seconds }: { seconds: number }) => {
    tookMs = [];
    setTimeout(() => process.send?.(tookMs), seconds * 1_000);
  });
  process.send?.('ready');
}

if (import.meta.main) await run(JSON.parse(process.argv[2] ?? ''));
