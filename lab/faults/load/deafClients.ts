import { setTimeout as wait } from 'node:timers/promises';
import { imagePath } from '#contract/paths.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { jpeg } from '#support/pictures/images.ts';
import { type Fault, onServer } from '../fault.ts';
import { descriptorsOf, residentBytesOf } from './processTable.ts';
import { rawConnection } from './rawConnection.ts';

const CONNECTIONS = 50;
const REQUESTS_EACH = 40;
const MB = 1024 * 1024;
const MOST_MEMORY_MB = 100;
const CUT_WITHIN_MS = 45_000;

/** Clients without a key that request one image again and again, and never read a byte of it. */
export const deafClients: Fault = {
  id: 'deafClients',
  name: 'clients that ask and never read',
  run: () =>
    onServer(async (server) => {
      const client = await ApiClient.signedIn(server.origin);
      const album = await client.createAlbum('Deaf', 'deaf');
      const bytes = new Uint8Array(await jpeg({ width: 2000, height: 1500, seed: 5, quality: 95 }));
      const [photo] = (await client.upload(album.id, [{ name: 'a.jpg', bytes }])).photos;
      const pid = server.pid ?? 0;
      const before = { descriptors: descriptorsOf(pid), memory: residentBytesOf(pid) };
      const path = photo ? imagePath(photo, 'medium') : '/';
      const requests = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(REQUESTS_EACH);
      const sockets = await Promise.all(
        Array.from({ length: CONNECTIONS }, () => rawConnection(server.origin, requests)),
      );
      await wait(5_000);
      const descriptors = descriptorsOf(pid) - before.descriptors;
      const memoryMb = Math.round((residentBytesOf(pid) - before.memory) / MB);
      const started = performance.now();
      while (descriptorsOf(pid) > before.descriptors + 5 && performance.now() - started < CUT_WITHIN_MS * 2) {
        await wait(1_000);
      }
      const heldMs = performance.now() - started + 5_000;
      for (const socket of sockets) socket.destroy();
      const broken = [
        ...(descriptors > 2 * CONNECTIONS + 10 ? [`${descriptors} descriptors for ${CONNECTIONS} connections`] : []),
        ...(memoryMb > MOST_MEMORY_MB ? [`${memoryMb} MB for ${CONNECTIONS} connections`] : []),
        ...(heldMs > CUT_WITHIN_MS ? [`held for ${Math.round(heldMs / 1000)} s`] : []),
      ];
      const held = `${Math.round(heldMs / 1000)} s`;
      return { figures: { connections: CONNECTIONS, descriptors, memory: `${memoryMb} MB`, held }, broken };
    }),
};
