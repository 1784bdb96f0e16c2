import type { Photo } from '#contract/photos/schemas.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_PATHS } from '#contract/paths.ts';
import { startTestServer } from '#support/server/testServer.ts';
import { type Bench, median } from '../measuring/bench.ts';
import { makeRows } from '../measuring/manyRows.ts';

const PHOTOS = 3_000;
/** There and back again. */
const MOVES = 10;
const GOAL_MS = 1_000;

/** Thousands of selected photos are moved by one call; then the lists of both albums are read, as the page does. */
export const movePhotosBench: Bench = {
  id: 'move',
  run: async () => {
    const server = await startTestServer();
    try {
      const [album] = await makeRows(server.dependencies.settings.dataDir, { albums: 1, photosPerAlbum: PHOTOS });
      const { token } = await server.signIn({ permissions: ['photos:write'] });
      const { body } = await server.call(API_PATHS.albums, {
        method: 'POST',
        token,
        body: { name: 'Other', slug: 'other' },
      });
      const other: { id: string } = JSON.parse(JSON.stringify(body));
      const list = async (id: string): Promise<Photo[]> => {
        const response = await server.call(API_PATHS.albumPhotos(id), { token });
        return JSON.parse(JSON.stringify(response.body));
      };
      const calls: number[] = [];
      const whole: number[] = [];
      let [from, to] = [album!.id, other.id];
      for (let move = 0; move < MOVES; move += 1) {
        const filenames = (await list(from)).map(({ filename }) => filename);
        const started = performance.now();
        await server.call(ADMIN_PATHS.movePhotos(from), { method: 'POST', token, body: { filenames, toAlbumId: to } });
        calls.push(performance.now() - started);
        const [left, there] = await Promise.all([list(from), list(to)]);
        whole.push(performance.now() - started);
        if (left.length > 0 || there.length !== PHOTOS) throw new Error(`${there.length} of ${PHOTOS} are moved`);
        [from, to] = [to, from];
      }
      const measured = median(whole);
      return [
        {
          name: `${PHOTOS.toLocaleString('en')} photos moved to another album, and both lists read again`,
          against: 'the clock, over HTTP',
          goal: { kind: 'at most', value: GOAL_MS, unit: 'ms', measured },
          figures: { median: `${measured.toFixed(0)} ms`, 'the call alone': `${median(calls).toFixed(0)} ms` },
        },
      ];
    } finally {
      await server.close();
    }
  },
};
