import { setTimeout as wait } from 'node:timers/promises';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { jpeg } from '#support/pictures/images.ts';
import { uploadUntilGone } from './uploadUntilGone.ts';
import type { ServerProcess } from '#scripts/run/serverProcess.ts';
import { type Acknowledged, brokenBy, type Fault, soundnessOf, onServer } from '../fault.ts';

const UPLOADERS = 3;
const LONGEST_MS = 2_000;

/** kill -9 at a random moment of many uploads, again and again on the same library. */
export const killedServer: Fault = {
  id: 'killedServer',
  slow: true,
  name: 'kill -9 at a random moment of uploads',
  run: ({ kills }) =>
    onServer(async (server) => {
      const acknowledged: Acknowledged[] = [];
      const broken: string[] = [];
      // All are read again at the end.
      const seen = new Set<string>();
      const client = await ApiClient.signedIn(server.origin);
      const album = await client.createAlbum('Killed', 'killed');
      const pictures = await Promise.all([1, 2, 3].map((seed) => jpeg({ width: 300, height: 200, seed })));
      for (let round = 0; round < kills; round += 1) {
        const answered = Promise.withResolvers<void>();
        const uploading = Array.from({ length: UPLOADERS }, () =>
          uploadUntilGone({ client, albumId: album.id, pictures, acknowledged, onAnswer: answered.resolve }),
        );
        // Every other moment is counted from the first response: a busy machine must have something to lose too.
        if (round % 2 === 1) await Promise.race([answered.promise, Promise.all(uploading)]);
        await wait(Math.random() * LONGEST_MS);
        await server.stop('SIGKILL');
        await Promise.all(uploading);
        await server.start();
        broken.push(...(await findingsAfter(server, { round, acknowledged, seen })));
      }
      const found = await soundnessOf(server.dataDir, acknowledged);
      const { integrity, ...counts } = found;
      broken.push(...brokenBy(found));
      if (acknowledged.length === 0) broken.push('nothing was acknowledged, so nothing was tried');
      return { figures: { kills, 'photos acknowledged': acknowledged.length, ...counts, integrity }, broken };
    }),
};

async function findingsAfter(
  server: ServerProcess,
  { round, acknowledged, seen }: { round: number; acknowledged: Acknowledged[]; seen: Set<string> },
): Promise<string[]> {
  const found = await soundnessOf(server.dataDir, acknowledged, seen);
  return brokenBy(found).map((sentence) => `after kill ${round + 1}: ${sentence}`);
}
