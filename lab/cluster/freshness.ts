import { API_PATHS } from '#contract/paths.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { type Finding, onCluster, signInEverywhere } from './cluster.ts';

/** Writes at one server and reads at another at once, in turns. */
export function freshness(pairs: number): Promise<Finding> {
  return onCluster(2, async ({ servers }) => {
    const clients = await signInEverywhere(servers);
    let stale = 0;
    for (let pair = 0; pair < pairs; pair += 1) {
      const writer = clients[pair % 2];
      const reader = clients[(pair + 1) % 2];
      if (!writer || !reader) throw new Error('There are two servers');
      const headers = { Authorization: `Bearer ${writer.token}`, 'Content-Type': 'application/json' };
      const list = () => fetch(reader.origin + API_PATHS.albums, { headers });
      if (pair === 0) await (await list()).arrayBuffer();
      if (pair === 0) await writer.createAlbum('Freshness', 'freshness');
      const albums: Album[] = JSON.parse(await (await list()).text());
      const [album] = albums;
      if (!album) throw new Error('There is an album');
      const name = `Written ${pair}`;
      const url = `${writer.origin}${API_PATHS.albums}/${album.id}`;
      const written = await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ name }) });
      if (!written.ok) throw new Error(`${written.status}: ${await written.text()}`);
      const read: Album[] = JSON.parse(await (await list()).text());
      if (read[0]?.name !== name) stale += 1;
    }
    const broken = stale === 0 ? [] : [`${stale} of ${pairs} reads were from the past`];
    return { figures: { pairs, stale }, broken };
  });
}
