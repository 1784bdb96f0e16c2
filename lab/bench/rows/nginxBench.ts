import { imagePath, type PhotoVariant } from '#contract/paths.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { jpeg } from '#support/pictures/images.ts';
import { type Bench, type Goal, inTurns, type Row } from '../measuring/bench.ts';
import { answersPerProcessorSecond } from '../measuring/load.ts';
import { hasNginx, startNginx } from '../peers/nginx.ts';

const PHOTOS = 40;
/** The size of the largest medium image, with the detail of a photo. */
const SIZE = { width: 2_048, height: 1_536 };
const ROUNDS = 3;
const GOALS: Record<PhotoVariant, Goal> = {
  thumbnail: { kind: 'at least', value: 0.6, unit: '×' },
  medium: { kind: 'at least', value: 0.8, unit: '×' },
};

/** Images that were requested before, against a program that is known for sending files. */
export const nginxBench: Bench = {
  id: 'nginx',
  run: async (): Promise<Row[]> => {
    if (!hasNginx) {
      console.log('nginx: not measured, since it is not installed here');
      return [];
    }
    const server = await new ServerProcess().start();
    try {
      const { photos, folder } = await fill(server);
      const nginx = await startNginx(folder);
      try {
        return [
          await rowOf('thumbnail', { photos, ours: server, nginx }),
          await rowOf('medium', { photos, ours: server, nginx }),
        ];
      } finally {
        nginx.dispose();
      }
    } finally {
      await server.dispose();
    }
  },
};

interface Sides {
  photos: readonly Photo[];
  ours: { origin: string; pid: number | undefined };
  nginx: { origin: string; child: { pid?: number | undefined } };
}

async function rowOf(variant: PhotoVariant, { photos, ours, nginx }: Sides): Promise<Row> {
  const paths = photos.map((photo) => imagePath(photo, variant));
  const load =
    (origin: string, pid = 0) =>
    () =>
      answersPerProcessorSecond({ origin, pid, paths });
  const rates = await inTurns(ROUNDS, {
    ours: load(ours.origin, ours.pid),
    nginx: load(nginx.origin, nginx.child.pid),
  });
  const bytes = (await (await fetch(ours.origin + paths[0])).arrayBuffer()).byteLength;
  return {
    name: `hot ${variant === 'medium' ? 'medium images' : 'thumbnails'} of ${Math.round(bytes / 1_000)} kB`,
    against: 'nginx with sendfile and open files, same files, one process each',
    ratio: rates.ours / rates.nginx,
    goal: GOALS[variant],
    figures: { ours: figure(rates.ours), nginx: figure(rates.nginx) },
  };
}

function figure(rate: number): string {
  return `${Math.round(rate)} per processor second`;
}

async function fill(server: ServerProcess): Promise<{ photos: Photo[]; folder: string }> {
  const client = await ApiClient.signedIn(server.origin);
  const album = await client.createAlbum('Images', 'images');
  const photos: Photo[] = [];
  for (let seed = 0; seed < PHOTOS; seed += 1) {
    const bytes = new Uint8Array(await jpeg({ ...SIZE, seed, quality: 80 }));
    photos.push(...(await client.upload(album.id, [{ name: `${seed}.jpg`, bytes }])).photos);
  }
  return { photos, folder: `${server.dataDir}/photos/library/${album.id}` };
}
