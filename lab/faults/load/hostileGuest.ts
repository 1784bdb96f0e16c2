import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { ShareWithKey } from '#contract/shares/schemas.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { jpeg } from '#support/pictures/images.ts';
import { type Fault, onServer, soundnessOf } from '../fault.ts';

const AT_ONCE = 8;
const SECRET = 'not-for-guests';
const JUNK = [
  '',
  '{',
  '[]',
  '{"name":"mine"}',
  '{"ids":["1"]}',
  `{"albumId":"../..","term":"open"}`,
  'x'.repeat(5_000),
];
/** The file system counts by blocks, and the log of the database grows by pages. */
const GROWTH_BYTES = 8 * 1024 * 1024;

/** The bytes of all files below a folder. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file).catch(() => undefined))?.size ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

export const hostileGuest: Fault = {
  id: 'hostileGuest',
  name: "hostile requests with a guest's link",
  run: ({ guestRequests }) =>
    onServer(async (server) => {
      const { origin, dataDir } = server;
      const owner = await ApiClient.signedIn(origin);
      const headers = { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' };
      const ask = async (path: string) => (await fetch(origin + path, { headers })).text();
      const [party, other] = [await owner.createAlbum('Party', 'party'), await owner.createAlbum(SECRET, SECRET)];
      for (const { id } of [party, other])
        await owner.upload(id, [{ name: `${SECRET}.jpg`, bytes: new Uint8Array(await jpeg({ seed: 1 })) }]);
      const body = JSON.stringify({ albumId: party.id, term: 'week', mayUpload: 'after-approval', maxPhotos: 1 });
      const made = await fetch(origin + ADMIN_PATHS.shares, { method: 'POST', headers, body });
      const share: ShareWithKey = await made.json();
      const seen = [API_PATHS.albums, API_PATHS.albumPhotos(party.id), API_PATHS.albumPhotos(other.id)];
      const paths = [
        ...seen,
        '/users',
        '/tablets',
        '/alerts',
        '/audit',
        '/sources',
        '/photos/trash',
        '/photos/waiting',
      ];
      const library = async () =>
        JSON.stringify(await Promise.all([...seen, '/users', '/tablets', '/alerts'].map(ask)));
      const [before, bytesBefore] = [await library(), await bytesIn(dataDir)];
      const own = [...paths, `/photos/albums/${other.id}`, `/shares/${share.id}`, `/photos/${SECRET}/medium/a.jpg`];
      const statuses: Record<string, number> = {};
      const broken: string[] = [];
      const attack = async (number: number) => {
        const path = own[number % own.length] ?? '/';
        const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'][Math.floor(number / own.length) % 5] ?? 'GET';
        const junk = JUNK[number % JUNK.length] ?? '';
        const type = number % 3 === 0 ? 'multipart/form-data; boundary=x' : 'application/json';
        const init = { method, headers: { [SHARE_KEY_HEADER]: share.key, 'Content-Type': type } };
        const response = await fetch(origin + path, method === 'GET' ? init : { ...init, body: junk });
        const text = await response.text();
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
        if (response.status >= 500) broken.push(`${method} ${path}: ${response.status}`);
        if (response.ok && text.includes(`"${SECRET}"`)) broken.push(`${method} ${path} told of another album`);
      };
      for (let next = 0; next < guestRequests; next += AT_ONCE)
        await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => attack(next + index)));
      const grown = (await bytesIn(dataDir)) - bytesBefore;
      if ((await library()) !== before) broken.push('something was changed');
      if (grown > GROWTH_BYTES) broken.push(`the data folder grew by ${grown} bytes`);
      const { leftovers } = await soundnessOf(dataDir, []);
      if (leftovers > 0) broken.push(`${leftovers} files were left over`);
      return { figures: { requests: guestRequests, 'grown kB': Math.round(grown / 1_000), ...statuses }, broken };
    }),
};
