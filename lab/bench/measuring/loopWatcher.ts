import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded into the server before its own code. One signal starts the measurement, another makes it write the p99 of its
// event loop's delay in milliseconds. Its child processes load it too, and do nothing with it.
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
