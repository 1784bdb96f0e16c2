// `npm run demo`: runs a server with photos and nodes to look at, and deletes everything when it stops.
//   -- --cluster N     N servers on one PostgreSQL, which it fetches, and one object store, behind a balancer
import { parseArgs } from 'node:util';
import { DEFAULT_PORT } from '#contract/limits.ts';
import type { PagePath } from '#contract/pages.ts';
import { kioskAddressWith } from '#domain/access/kioskAddress.ts';
import { startCluster } from './startCluster.ts';
import { startDemo } from './startDemo.ts';

const GAME: PagePath = '/codenames';
const { values } = parseArgs({ options: { cluster: { type: 'string' } } });
const count = Number(values.cluster ?? 0);
if (!Number.isInteger(count) || count < 0 || count > 16)
  throw new Error('--cluster takes a number of servers, such as 3');
const port = Number(process.env.PORT ?? DEFAULT_PORT);
const cluster = count > 0 ? await startCluster(port, count) : undefined;
const demo = cluster ?? (await startDemo(port));

let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isStopping = true;
    void demo.stop().then(() => process.exit(0));
  });
}
console.log(`
A demo, whose photos are being painted just now; everything is thrown away when you stop it (Ctrl+C).

  Admin    ${demo.origin}/   (sign in as the dev admin)
  Kiosk    ${demo.origin}${kioskAddressWith(demo.kioskKey)}
  Game     ${demo.origin}${GAME}
`);
if (cluster) {
  console.log('The servers behind this address; end one and watch how the others go on:\n');
  for (const { origin, pid } of cluster.servers) console.log(`  ${origin}/   kill -9 ${pid}`);
  console.log(`\nTheir photos: ${cluster.photos}`);
}
await demo.filled.then(
  () => console.log('All photos are painted.'),
  (error: unknown) => {
    if (!isStopping) throw error;
  },
);
