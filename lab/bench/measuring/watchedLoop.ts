import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

interface WatchedLoop {
  /** For the process that is to be watched. */
  env: Record<string, string>;
  begin(pid: number): void;
  /** Resolves when the process has written its measurement since it began. */
  end(pid: number): Promise<void>;
  /** The p99 of its event loop's delay each time, in milliseconds. */
  p99OfEach(): number[];
}

/** Measures the event loop of another process from within, without code in the product. */
export function watchedLoop(folder: string): WatchedLoop {
  const file = join(folder, 'loop-delays');
  const p99OfEach = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []);
  return {
    env: { LOOP_WATCHER_FILE: file, NODE_OPTIONS: `--import=${new URL('loopWatcher.ts', import.meta.url).href}` },
    begin: (pid) => process.kill(pid, 'SIGUSR2'),
    end: async (pid) => {
      const before = p99OfEach().length;
      process.kill(pid, 'SIGUSR2');
      while (p99OfEach().length === before) await wait(20);
    },
    p99OfEach,
  };
}
