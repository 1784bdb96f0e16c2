import { API_PATHS } from '#contract/paths.ts';
import { socketClosed } from '#support/server/socketClosed.ts';
import { type Fault, onServer } from '../fault.ts';
import { drip, rawConnection } from './rawConnection.ts';

const LONGEST_MS = 31_000;
const GIVE_UP_MS = 60_000;
const DRIP_MS = 500;
const PATHS = [
  `POST ${API_PATHS.appleSignIn}`,
  `POST ${API_PATHS.albums}`,
  `POST ${API_PATHS.albumPhotos('some-album')}`,
  'POST /nowhere',
  'POST /',
  'GET /',
  `GET ${API_PATHS.health}`,
  'GET /photos/a/thumbnail/b.jpg',
  'POST /photos/a/medium/b.jpg',
  'POST /socket.io/?EIO=4&transport=polling',
  'GET /socket.io/?EIO=4&transport=polling',
];

/** A body that sends a byte now and then, on every kind of path, whether its response was read long ago or not. */
export const trickledBodies: Fault = {
  id: 'trickledBodies',
  name: 'trickled bodies',
  run: () =>
    onServer(async (server) => {
      const times = await Promise.all(
        PATHS.flatMap((path) => [
          trickle(server.origin, path, 'application/json'),
          trickle(server.origin, path, 'multipart/form-data; boundary=x'),
        ]),
      );
      const slow = PATHS.filter((_, index) => times.slice(2 * index, 2 * index + 2).some((time) => time > LONGEST_MS));
      const figures = { paths: PATHS.length, slowest: `${Math.round(Math.max(...times) / 1000)} s` };
      return { figures, broken: slow.map((path) => `${path} was not cut`) };
    }),
};

async function trickle(origin: string, path: string, type: string): Promise<number> {
  const headers = `Host: localhost\r\nContent-Type: ${type}\r\nContent-Length: 200000`;
  const socket = await rawConnection(origin, `${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
  const started = performance.now();
  drip(socket.resume(), DRIP_MS);
  const giveUp = setTimeout(() => socket.destroy(), GIVE_UP_MS);
  await socketClosed(socket);
  clearTimeout(giveUp);
  return performance.now() - started;
}
