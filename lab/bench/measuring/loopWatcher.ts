import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded into the server before its own code. At one signal it begins to measure, at the other it writes down the p99 of
// its event loop's delay in milliseconds. Its child processes load it too, and have nothing to say.
const file = process.env.LOOP_WATCHER_FILE;
if (file !== undefined && process.argv[1]?.endsWith('server/main.ts')) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  process.on('SIGUSR2', () => {
    if (delay.enable()) return;
    appendFileSync(file, `${delay.percentile(99) / 1e6}\n`);
    delay.disable();
    delay.reset();
  });
}
