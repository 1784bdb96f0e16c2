// `npm run demo`: runs a server with photos and nodes to look at, and deletes everything when it stops.
import { DEFAULT_PORT } from '../../src/contract/limits.ts';
import type { PagePath } from '../../src/contract/pages.ts';
import { kioskAddressWith } from '../../src/domain/access/kioskAddress.ts';
import { startDemo } from './startDemo.ts';

const GAME: PagePath = '/codenames';
const demo = await startDemo(Number(process.env.PORT ?? DEFAULT_PORT));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void demo.stop().then(() => process.exit(0)));
}
console.log(`
A demo with painted photos; everything in it is thrown away when you stop it (Ctrl+C).

  Admin    ${demo.origin}/   (sign in as the dev admin)
  Kiosk    ${demo.origin}${kioskAddressWith(demo.kioskKey)}
  Game     ${demo.origin}${GAME}
`);
