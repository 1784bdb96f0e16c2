// `npm run lab -- checks`: the tests of the laboratory's own models and reports.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('vitest', ['run', '--project', 'lab', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, LAB: '1' },
});
process.exitCode = status ?? 1;
