import { setTimeout as wait } from 'node:timers/promises';
import { ApiClient } from '#scripts/run/apiClient.ts';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { TrashedResponse } from '#contract/trash/schemas.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { jpeg } from '#support/pictures/images.ts';
import { brokenBy, type Fault, onServer, soundnessOf } from '../fault.ts';
import { asAnother, interruptAtRandom } from './interruptions.ts';

const LONGEST_MS = 1_500;
const SETTLES_WITHIN_MS = 20_000;
const WORKERS = 3;

type State = 'listed' | 'in the trash' | 'gone';

interface Gardener {
  client: ApiClient;
  albumId: string;
  picture: Buffer;
  /** The server's last response about each photo; open requests at the kill are not included. */
  known: Map<string, State>;
}

/** kill -9 at random moments of deleting, restoring and deleting for good. */
export const killedTrash: Fault = {
  id: 'killedTrash',
  slow: true,
  name: 'kill -9 at a random moment of deleting and restoring',
  run: ({ kills }) =>
    onServer(async (server) => {
      const client = await ApiClient.signedIn(server.origin);
      const album = await client.createAlbum('Killed', 'killed');
      const picture = await jpeg({ width: 60, height: 40, seed: 1 });
      const known = new Map<string, State>();
      const broken: string[] = [];
      for (let round = 0; round < kills; round += 1) {
        await interruptAtRandom({
          work: (onAnswer) => untilGone({ client, albumId: album.id, picture, known }, onAnswer),
          workers: WORKERS,
          isAfterAnswer: true,
          longestMs: LONGEST_MS,
          interrupt: () => server.stop('SIGKILL'),
        });
        await server.start();
        const findings = await findingsOf(server, { client, albumId: album.id, known });
        broken.push(...findings.map((sentence) => `after kill ${round + 1}: ${sentence}`));
      }
      const states = [...known.values()];
      const count = (state: State) => states.filter((one) => one === state).length;
      const figures = { listed: count('listed'), trashed: count('in the trash'), 'deleted for good': count('gone') };
      if (figures['deleted for good'] === 0) broken.push('nothing was deleted for good, so nothing was tried');
      return { figures: { kills, ...figures }, broken };
    }),
};

async function untilGone(gardener: Gardener, onDone: () => void): Promise<void> {
  try {
    for (;;) {
      await raise(gardener);
      onDone();
    }
  } catch {
    // The server was killed.
  }
}

/** Uploads a photo, deletes it, and takes one of three possible next steps. */
async function raise({ client, albumId, picture, known }: Gardener): Promise<void> {
  const { photos } = await client.upload(albumId, [{ name: 'p.jpg', bytes: asAnother(picture) }]);
  const filename = photos[0]?.filename ?? '';
  const call = <Body>(method: string, path: string, body: unknown) => callOf<Body>(client, { method, path, body });
  known.set(filename, 'listed');
  const step = async <Body>(state: State, asked: () => Promise<Body>) => {
    known.delete(filename);
    const answer = await asked();
    known.set(filename, state);
    return answer;
  };
  const { ids } = await step('in the trash', () =>
    call<TrashedResponse>('DELETE', API_PATHS.albumPhotos(albumId), { filenames: [filename] }),
  );
  const next = Math.random();
  if (next < 0.3) await step('listed', () => call('POST', ADMIN_PATHS.restoreFromTrash, { ids }));
  else if (next < 0.8) await step('gone', () => call('DELETE', ADMIN_PATHS.trash, { ids }));
}

async function callOf<Body>(
  { origin, token }: ApiClient,
  { method, path, body }: { method: string; path: string; body: unknown },
): Promise<Body> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const response = await fetch(origin + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${response.status} from ${path}`);
  const answer: Body = await response.json();
  return answer;
}

async function findingsOf(
  server: ServerProcess,
  { client, albumId, known }: Omit<Gardener, 'picture'>,
): Promise<string[]> {
  const headers = { Authorization: `Bearer ${client.token}` };
  const response = await fetch(client.origin + API_PATHS.albumPhotos(albumId), { headers });
  if (!response.ok) return [`the list of photos is ${response.status}: ${await response.text()}`];
  const photos: Photo[] = await response.json();
  const listed = new Set(photos.map(({ filename }) => filename));
  const wrong = [...known].filter(([filename, state]) => listed.has(filename) !== (state === 'listed'));
  const kept = [...known].filter(([, state]) => state !== 'gone').map(([filename]) => ({ albumId, filename }));
  return [
    ...wrong.map(([filename, state]) => `${filename} was ${state}, and is not`),
    ...(await troubleAfterAWhile(server, kept)),
  ];
}

/** Removals that the kill interrupted are finished beside other work, after the start. */
async function troubleAfterAWhile(server: ServerProcess, kept: Parameters<typeof soundnessOf>[1]): Promise<string[]> {
  const latest = performance.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const trouble = brokenBy(await soundnessOf(server.dataDir, kept));
    if (trouble.length === 0 || performance.now() > latest) return trouble;
    await wait(200);
  }
}
