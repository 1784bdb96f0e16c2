// `npm run test:postgres [-- FILE…]`: runs the tests of the server's rules on a real PostgreSQL, fetched at the first
// run, or on the server that TEST_DATABASE_URL names. `--contract`: only those that `npm test` runs there.
import { spawnSync } from 'node:child_process';
import { startPostgres } from './postgresServer.ts';

const isContract = process.argv.includes('--contract');
const options = process.argv.slice(2).filter((option) => option !== '--contract');
const server = await startPostgres();
try {
  const { status } = spawnSync('vitest', ['run', '--project', 'postgres', ...options], {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: server.url, CONTRACT: isContract ? '1' : '' },
  });
  process.exitCode = status ?? 1;
} finally {
  await server.stop();
}
