// `npm run test:store [-- FILE…]`: runs the tests of photos in an object store on a Swift of their own, or in the bucket
// that TEST_S3_URL names, with the keys of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
import { spawnSync } from 'node:child_process';
import { startStore } from './storeServer.ts';

const server = await startStore();
try {
  const { status } = spawnSync('vitest', ['run', '--project', 'store', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...server.keys, TEST_S3_URL: server.url },
  });
  process.exitCode = status ?? 1;
} finally {
  await server.stop();
}
