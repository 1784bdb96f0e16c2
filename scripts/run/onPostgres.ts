// `npm run test:postgres [-- FILE…]`: runs the tests of the server's rules on a real PostgreSQL, fetched at the first
// run, or on the server that TEST_DATABASE_URL names.
import { spawnSync } from 'node:child_process';
import { startPostgres } from './postgresServer.ts';

const server = await startPostgres();
try {
  const { status } = spawnSync('vitest', ['run', '--project', 'postgres', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: server.url },
  });
  process.exitCode = status ?? 1;
} finally {
  await server.stop();
}
