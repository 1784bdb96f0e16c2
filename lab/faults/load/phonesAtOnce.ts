import { setTimeout as wait } from 'node:timers/promises';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { KIOSK_EVENTS } from '#contract/tablets/kioskEvents.ts';
import { API_PATHS, UPLOAD_FIELD } from '#contract/paths.ts';
import type { ShareWithKey } from '#contract/shares/schemas.ts';
import type { Photo, UploadResponse } from '#contract/photos/schemas.ts';
import type { TabletWithKey } from '#contract/tablets/schemas.ts';
import { SHARE_KEY_HEADER } from '#contract/access/shareKeys.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { jpeg } from '#support/pictures/images.ts';
import { EventReader } from '#support/server/eventReader.ts';
import { type Fault, onServer } from '../fault.ts';

const PHOTOS_EACH = 4;
const PROMISED_MS = 5_000;
const LONGEST_MS = 60_000;
const LOOK_EVERY_MS = 20;
const WAIT_IN_LINE_MS = 200;

/** The phones of guests at a party, all of which send photos of 12 megapixels by one link at once. */
export const phonesAtOnce: Fault = {
  id: 'phonesAtOnce',
  slow: true,
  name: 'phones of guests that send at once',
  run: ({ phones }) =>
    onServer(async ({ origin }) => {
      const owner = await ApiClient.signedIn(origin);
      const headers = { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' };
      const make = async <Body>(path: string, body: object): Promise<Body> => {
        const made = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
        const value: Body = await made.json();
        return value;
      };
      const album = await owner.createAlbum('Party', 'party');
      const terms = { albumId: album.id, term: 'week', mayUpload: 'at-once' };
      const share = await make<ShareWithKey>(ADMIN_PATHS.shares, terms);
      const tablet = await make<TabletWithKey>(ADMIN_PATHS.tablets, { name: 'Wall' });
      const wall = await Wall.open(origin, { key: tablet.key, albumId: album.id });
      const picture = await jpeg({ width: 4_000, height: 3_000, seed: 1, quality: 80 });

      const statuses: Record<string, number> = {};
      const uploads: number[] = [];
      const sent = new Map<string, number>();
      const phone = async (number: number) => {
        for (let photo = 0; photo < PHOTOS_EACH; photo += 1) {
          const form = new FormData();
          const bytes = Buffer.concat([picture, Buffer.from(`${number}-${photo}`)]);
          form.append(UPLOAD_FIELD, new Blob([new Uint8Array(bytes)]), `IMG_${number}_${photo}.jpg`);
          const began = performance.now();
          const init = { method: 'POST', headers: { [SHARE_KEY_HEADER]: share.key }, body: form };
          const response = await inTurn(() => fetch(origin + API_PATHS.albumPhotos(album.id), init));
          const { photos = [] }: Partial<UploadResponse> = JSON.parse(await response.text());
          statuses[response.status] = (statuses[response.status] ?? 0) + 1;
          uploads.push(performance.now() - began);
          for (const { filename } of photos) sent.set(sentName(filename), performance.now());
        }
      };
      await Promise.all(Array.from({ length: phones }, (_, number) => phone(number)));
      await wall.has([...sent.keys()]);
      wall.close();
      const delays = [...sent].map(([filename, at]) => Math.max(0, (wall.seen.get(filename) ?? Infinity) - at));
      const missing = phones * PHOTOS_EACH - sent.size;
      const p99 = percentile(delays, 0.99);
      const broken = [
        ...(missing > 0 ? [`${missing} photos were not taken (${JSON.stringify(statuses)})`] : []),
        ...(p99 > PROMISED_MS ? [`the wall had a photo after ${Math.round(p99)} ms (p99)`] : []),
      ];
      const figures = { phones, photos: sent.size, 'on the wall after, p99': `${Math.round(p99)} ms` };
      const slowest = `${Math.round(percentile(uploads, 0.99) / 100) / 10} s`;
      return { figures: { ...figures, 'an upload, p99': slowest }, broken };
    }),
};

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Sends again, as phones do, while the link takes the photos of others. */
async function inTurn(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await send();
    if (response.status !== 429) return response;
    await response.text();
    await wait(WAIT_IN_LINE_MS);
  }
}

/** A photo's name without the digits by which the wall, and others by which the guest, asks for it. */
function sentName(filename: string): string {
  return filename.replace(/-[0-9a-f]{32}(?=\.)/, '');
}

/** A tablet that asks for the album's list whenever the server tells it that albums have changed. */
class Wall {
  readonly #origin: string;
  readonly #key: string;
  readonly #albumId: string;
  readonly #events: EventReader;
  readonly #following: Promise<void>;
  #isOver = false;
  /** When the wall's list had each photo first. */
  readonly seen = new Map<string, number>();

  private constructor(origin: string, { key, albumId }: { key: string; albumId: string }, events: EventReader) {
    this.#origin = origin;
    this.#key = key;
    this.#albumId = albumId;
    this.#events = events;
    this.#following = this.#follow();
  }

  static async open(origin: string, of: { key: string; albumId: string }): Promise<Wall> {
    return new Wall(origin, of, await EventReader.open(origin, of.key));
  }

  /** Resolves when the wall has these photos, or after a minute. */
  async has(filenames: readonly string[]): Promise<void> {
    const deadline = performance.now() + LONGEST_MS;
    while (filenames.some((name) => !this.seen.has(name)) && performance.now() < deadline) await wait(LOOK_EVERY_MS);
    this.#isOver = true;
    await this.#following;
  }

  close(): void {
    this.#events.close();
  }

  async #follow(): Promise<void> {
    const { events } = this.#events;
    while (!this.#isOver) {
      await wait(LOOK_EVERY_MS);
      if (events.splice(0).every(({ event }) => event !== KIOSK_EVENTS.albums)) continue;
      const headers = { 'X-API-Key': this.#key };
      const response = await fetch(this.#origin + API_PATHS.albumPhotos(this.#albumId), { headers });
      const photos: Photo[] = await response.json();
      for (const name of photos.map(({ filename }) => sentName(filename)))
        if (!this.seen.has(name)) this.seen.set(name, performance.now());
    }
  }
}
