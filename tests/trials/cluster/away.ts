import { setTimeout as wait } from 'node:timers/promises';
import { API_PATHS, imagePath } from '../../../src/contract/paths.ts';
import { jpeg } from '../../support/pictures/images.ts';
import { type Finding, onCluster, signInEverywhere } from './cluster.ts';
import { waitUntil } from './sockets.ts';

const BACK_WITHIN_MS = 2_000;

/** PostgreSQL goes away and comes back, while the servers run on. */
export function away(seconds: number): Promise<Finding> {
  return onCluster(2, async ({ servers, postgres, kioskKey }) => {
    const [client] = await signInEverywhere(servers);
    if (!client) throw new Error('There are two servers');
    const { id } = await client.createAlbum('Away', 'away');
    const { photos } = await client.upload(id, [{ name: 'a.jpg', bytes: new Uint8Array(await jpeg()) }]);
    const [photo] = photos;
    if (!photo) throw new Error('The photo was not taken');
    const list = (origin: string) => fetch(origin + API_PATHS.albums, { headers: { 'X-API-Key': kioskKey } });
    const image = (origin: string) => fetch(origin + imagePath(photo, 'thumbnail'));
    const write = (origin: string, slug: string) => {
      const headers = { Authorization: `Bearer ${client.token}`, 'Content-Type': 'application/json' };
      return fetch(origin + API_PATHS.albums, { method: 'POST', headers, body: JSON.stringify({ name: slug, slug }) });
    };
    const seen: Record<string, Set<number>> = { lists: new Set(), images: new Set(), writes: new Set() };
    let sentences = true;
    for (const { origin } of servers) for (const warm of [list, image]) await (await warm(origin)).arrayBuffer();

    await postgres.halt();
    const until = Date.now() + seconds * 1_000;
    for (let turn = 0; Date.now() < until; turn += 1) {
      for (const { origin } of servers) {
        seen.lists?.add((await list(origin)).status);
        seen.images?.add((await image(origin)).status);
        const refused = await write(origin, `gone-${turn}`);
        seen.writes?.add(refused.status);
        sentences &&= /"message":"[^"]{20,}/.test(await refused.text());
      }
      await wait(500);
    }
    await postgres.resume();
    const backAt = performance.now();
    for (const [index, { origin }] of servers.entries()) {
      await waitUntil(async () => (await write(origin, `back-${index}`)).ok && (await list(origin)).ok);
    }
    const backMs = Math.round(performance.now() - backAt);
    const statuses = Object.entries(seen).map(([what, found]) => [
      `${what} meanwhile`,
      [...found].toSorted((one, other) => one - other).join(' '),
    ]);
    const broken = [
      ...([...(seen.lists ?? [])].join() === '200' ? [] : ['warm lists did not go on']),
      ...([...(seen.images ?? [])].join() === '200' ? [] : ['images did not go on']),
      ...([...(seen.writes ?? [])].join() === '503' && sentences ? [] : ['a write was no 503 with a sentence']),
      ...(backMs <= BACK_WITHIN_MS ? [] : [`all well only ${backMs} ms after its return`]),
    ];
    return { figures: { seconds, ...Object.fromEntries(statuses), 'well again after ms': backMs }, broken };
  });
}
