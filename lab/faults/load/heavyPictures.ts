import sharp from 'sharp';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { ApiClient, signInAsDev } from '#scripts/run/apiClient.ts';
import { jpeg } from '#support/pictures/images.ts';
import { type Fault, onServer } from '../fault.ts';
import { residentBytesOfChildren } from './processTable.ts';

const MB = 1024 * 1024;
const PROMISED_MB = 1024;
const LONGEST_MS = 10_000;
const LOOK_EVERY_MS = 50;

/** One person sends heavy pictures, another a small one meanwhile. */
export const heavyPictures: Fault = {
  id: 'heavyPictures',
  slow: true,
  name: 'heavy pictures',
  run: ({ heavyPictures: count }) =>
    onServer(async (server) => {
      const admin = await ApiClient.signedIn(server.origin);
      const other = await secondUploader(server.origin, admin);
      const album = await admin.createAlbum('Heavy', 'heavy');
      const heavy = await progressive();
      const uploads = Array.from({ length: count }, (_, index) => {
        const bytes = new Uint8Array(Buffer.concat([heavy, Buffer.from(`${index}`)]));
        return admin.upload(album.id, [{ name: `${index}.jpg`, bytes }]);
      });
      let peak = 0;
      const look = setInterval(() => (peak = Math.max(peak, residentBytesOfChildren(server.pid ?? 0))), LOOK_EVERY_MS);
      await Promise.race(uploads);
      const started = performance.now();
      const small = new Uint8Array(await jpeg({ seed: 1 }));
      await other.upload(album.id, [{ name: 'small.jpg', bytes: small }]);
      const waited = performance.now() - started;
      const stored = (await Promise.all(uploads)).flatMap(({ photos }) => photos).length;
      clearInterval(look);
      const peakMb = Math.round(peak / MB);
      const figures = { heavy: count, stored, 'memory of all decoders': `${peakMb} MB` };
      const broken = [
        ...(waited > LONGEST_MS ? [`another's picture took ${Math.round(waited)} ms`] : []),
        ...(peakMb > PROMISED_MB ? [`the decoders took ${peakMb} MB together`] : []),
        ...(stored < count ? [`${count - stored} pictures were not stored`] : []),
      ];
      return { figures: { ...figures, "another's picture": `${Math.round(waited)} ms` }, broken };
    }),
};

async function secondUploader(origin: string, admin: ApiClient): Promise<ApiClient> {
  const user = await signInAsDev(origin, 'user');
  await fetch(origin + ADMIN_PATHS.userPermissions(user.userId), {
    method: 'PUT',
    headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ permissions: ['photos:read', 'photos:write'] }),
  });
  return new ApiClient(origin, user.token);
}

/** Must be held in memory completely: 90 megapixels that are sharp only at the end. */
function progressive(): Promise<Buffer> {
  const size = { width: 11_000, height: 8_200 };
  const background = { r: 90, g: 120, b: 150 };
  return sharp({ create: { ...size, channels: 3, background } })
    .jpeg({ progressive: true })
    .toBuffer();
}
