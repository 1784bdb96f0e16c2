// `npm run demo`: the real server on a throw-away data folder, with painted albums and a dozen simulated nodes.
import { ServerProcess } from '../tests/support/serverProcess.ts';
import { ApiClient } from '../tests/support/apiClient.ts';
import { fillLibrary } from './demo/library.ts';
import { createDemoNodeKey, seedDemoNodes, startDemoNodes } from './nodes/demoNodes.ts';

const server = new ServerProcess({ port: Number(process.env.PORT ?? 8083) });

async function stop(): Promise<void> {
  await server.dispose();
  process.exit(0);
}

process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
await seedDemoNodes(server.dataDir);
await server.start();
startDemoNodes({ origin: server.origin, key: await createDemoNodeKey(server.dataDir) });
await fillLibrary(await ApiClient.signedIn(server.origin), (text) => console.log(`→ ${text}`));
console.log(`
A demo with painted photos; everything in it is thrown away when you stop it (Ctrl+C).

  Admin    ${server.origin}/   (sign in as the dev admin)
  Kiosk    ${server.origin}/circuit-tree?apiKey=${encodeURIComponent(server.kioskKey)}
  Game     ${server.origin}/codenames
`);
