import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { imagePath } from '#contract/paths.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { jpeg } from '#support/pictures/images.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { type Bench, inTurns, type Row } from '../measuring/bench.ts';
import { answersPerProcessorSecond } from '../measuring/load.ts';

const THUMBNAILS = 60;
const ROUNDS = 3;

export const thumbnailBench: Bench = {
  id: 'thumbnails',
  run: async (): Promise<Row[]> => {
    const server = await new ServerProcess().start();
    const peers: Peer[] = [];
    try {
      const { paths, folder } = await fill(server);
      const files = await startPeer('static', folder);
      const memory = await startPeer('memory', folder);
      peers.push(files, memory);
      const load = (origin: string, pid: number) => () => answersPerProcessorSecond({ origin, pid, paths });
      const rates = await inTurns(ROUNDS, {
        ours: load(server.origin, server.pid!),
        files: load(files.origin, files.child.pid!),
        memory: load(memory.origin, memory.child.pid!),
      });
      return [
        {
          name: 'hot thumbnails',
          against: '@fastify/static on the same files',
          ratio: rates.ours / rates.files,
          goal: { kind: 'at least', value: 5, unit: '×' },
          figures: { ours: figure(rates.ours), '@fastify/static': figure(rates.files) },
        },
        {
          name: 'hot thumbnails',
          against: 'a bare Fastify route sending the same bytes from memory',
          ratio: rates.ours / rates.memory,
          goal: { kind: 'at least', value: 0.8, unit: '×' },
          figures: { ours: figure(rates.ours), bare: figure(rates.memory) },
        },
      ];
    } finally {
      for (const { child } of peers) child.kill();
      await server.dispose();
    }
  },
};

function figure(rate: number): string {
  return `${Math.round(rate)} per processor second`;
}

interface Peer {
  child: ChildProcess;
  origin: string;
}

async function fill(server: ServerProcess): Promise<{ paths: string[]; folder: string }> {
  const client = await ApiClient.signedIn(server.origin);
  const album = await client.createAlbum('Thumbnails', 'thumbnails');
  const files = await Promise.all(
    Array.from({ length: THUMBNAILS }, async (_, seed) => ({
      name: `${seed}.jpg`,
      bytes: new Uint8Array(await jpeg({ width: 320, height: 240, seed, quality: 70 })),
    })),
  );
  const { photos } = await client.upload(album.id, files);
  return {
    paths: photos.map((photo) => imagePath(photo, 'thumbnail')),
    folder: `${server.dataDir}/photos/library/${album.id}`,
  };
}

async function startPeer(kind: 'static' | 'memory', folder: string): Promise<Peer> {
  const child = fork(fileURLToPath(new URL('../peers/thumbnailPeer.ts', import.meta.url)), [kind, folder]);
  const [origin]: unknown[] = await once(child, 'message');
  return { child, origin: String(origin) };
}
