import { API_PATHS } from '#contract/paths.ts';
import { jpeg } from '../../tests/support/pictures/images.ts';
import { type Finding, onCluster, signInEverywhere } from './cluster.ts';

const READERS = 4;

/** Each server is stopped in order and started again, one after the other, while requests come through the balancer. */
export function rolling(rounds: number): Promise<Finding> {
  return onCluster(3, async ({ servers, balancer, kioskKey }) => {
    const [client] = await signInEverywhere(servers);
    if (!client) throw new Error('There are three servers');
    const { id } = await client.createAlbum('Rolling', 'rolling');
    const over = new AbortController();
    let requests = 0;
    const failed: string[] = [];
    const ask = async (path: string, init: RequestInit) => {
      requests += 1;
      try {
        const response = await fetch(balancer.origin + path, init);
        await response.arrayBuffer();
        if (!response.ok) failed.push(`${response.status} ${path}`);
      } catch (error) {
        failed.push(`${String(error)} ${path}`);
      }
    };
    const read = async () => {
      while (!over.signal.aborted) await ask(API_PATHS.albums, { headers: { 'X-API-Key': kioskKey } });
    };
    const upload = async () => {
      for (let turn = 0; !over.signal.aborted; turn += 1) {
        const body = new FormData();
        body.append('photos', new Blob([new Uint8Array(await jpeg({ width: 300, height: 200, seed: turn }))]), 'a.jpg');
        const headers = { Authorization: `Bearer ${client.token}` };
        await ask(API_PATHS.albumPhotos(id), { method: 'POST', headers, body });
      }
    };
    const restart = async () => {
      for (let round = 0; round < rounds; round += 1) {
        for (const server of servers) {
          await server.stop();
          await server.start();
        }
      }
      over.abort();
    };
    await Promise.all([restart(), upload(), ...Array.from({ length: READERS }, read)]);
    const figures = { restarts: rounds * servers.length, requests, failed: failed.length };
    return { figures, broken: failed.length === 0 ? [] : [`failed: ${failed.slice(0, 5).join('; ')}`] };
  });
}
