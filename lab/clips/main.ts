// `npm run lab -- clips`: damaged videos and motion photos, of ten good ones by seed, at the door of a server. Each is taken
// or refused; the exit code is 1 when one is neither, or when the server's memory grows.
//   -- --files N --from N   how many (10,000), and the first (1)
import { parseArgs } from 'node:util';
import { sendDamaged } from '../../tests/support/clips/damagedClips.ts';
import { PhotoClient } from '../../tests/support/server/photoClient.ts';
import { startTestServer } from '../../tests/support/server/testServer.ts';

const MB = 1024 * 1024;
/** The growth of the server's memory that is allowed once the first files have filled its caches. */
const MOST_GROWTH_MB = 60;
const WARM_UP = 500;

const { values } = parseArgs({
  options: { files: { type: 'string', default: '10000' }, from: { type: 'string', default: '1' } },
});
const [count, first] = [Number(values.files), Number(values.from)];

const server = await startTestServer();
try {
  const client = await PhotoClient.on(server);
  const { companions, decoder } = server.dependencies.photos;
  const kind = companions.kindIn('clips');
  if (!kind) throw new Error('The server takes no clips');
  const started = performance.now();
  const all = { taken: 0, refused: 0 };
  const broken: string[] = [];
  let before = 0;
  for (let from = first; from < first + count; from += WARM_UP) {
    const some = await sendDamaged({ client, kind }, { from, count: Math.min(WARM_UP, first + count - from) });
    all.taken += some.taken;
    all.refused += some.refused;
    broken.push(...some.broken);
    if (before === 0) before = memoryMb();
  }
  const grown = memoryMb() - before;
  const seconds = Math.round((performance.now() - started) / 1_000);
  if (grown > MOST_GROWTH_MB) broken.push(`The memory grew by ${grown} MB`);
  if (!(await client.isSound())) broken.push('The library is not sound');
  console.log(`${count} files in ${seconds} s: ${all.taken} taken, ${all.refused} refused`);
  console.log(`Decoders that were ended: ${decoder.activity.lost}. Memory: ${before} MB, grown by ${grown} MB`);
  for (const sentence of broken) console.log(sentence);
  if (broken.length > 0) process.exitCode = 1;
} finally {
  await server.close();
}

function memoryMb(): number {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().rss / MB);
}
