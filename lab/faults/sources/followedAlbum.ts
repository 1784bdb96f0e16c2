import { API_PATHS } from '#contract/paths.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import { jpeg } from '#support/pictures/images.ts';
import { type FakeAsset, FakeImmich } from '#support/server/fakeImmich.ts';
import { type Fault, onServer } from '../fault.ts';
import { SourceWatch } from './sourceWatch.ts';

const seconds = (milliseconds: number) => `${Math.round(milliseconds / 1_000)} s`;

/** A large album of an Immich that answers as version 3 documents, with what happens to albums there. */
export const followedAlbum: Fault = {
  id: 'followedAlbum',
  slow: true,
  name: 'a large album of Immich, edited, cut and away',
  run: ({ albumAssets }) =>
    onServer(async (server) => {
      const immich = await FakeImmich.start();
      try {
        immich.version = '3.2.2';
        const picture = await jpeg({ width: 120, height: 80, seed: 1 });
        const asset = (index: number, after = ''): FakeAsset => ({
          id: `asset-${index}`,
          bytes: Buffer.concat([picture, Buffer.from(`${index}`)]),
          description: `Photo ${index}${after}`,
        });
        immich.assets = Array.from({ length: albumAssets }, (_, index) => asset(index));
        const broken: string[] = [];
        const watch = await SourceWatch.on(server, {
          kind: 'immich',
          url: immich.url,
          apiKey: immich.key,
          immichAlbumId: immich.albumId,
          albumId: null,
        });
        const listed = async () => {
          const [album] = await watch.get<Album[]>(API_PATHS.albums);
          return album ? watch.get<Photo[]>(API_PATHS.albumPhotos(album.id)) : [];
        };
        const compare = async (when: string) => {
          const here = (await listed()).map(({ caption = '' }) => caption).sort();
          const there = immich.assets.map(({ description = '' }) => description).sort();
          const wrong = here.filter((caption, index) => caption !== there[index]).length;
          if (here.length !== there.length || wrong > 0)
            broken.push(`${when}: ${here.length} photos of ${there.length}, ${wrong} captions differ`);
        };
        const started = performance.now();
        await watch.until(({ state, photos }) => state === 'ok' && photos === albumAssets);
        const first = performance.now() - started;
        await compare('after the first reading');

        immich.trouble = 500;
        await watch.read(({ state }) => state === 'away');
        immich.trouble = 'short';
        await watch.read(({ state }) => state === 'failed');
        await compare('after answers that are no album');

        immich.trouble = undefined;
        const tenth = Math.floor(albumAssets / 10);
        const edited = Array.from({ length: tenth }, (_, index) => asset(tenth + index, '!'));
        const fresh = Array.from({ length: tenth }, (_, index) => asset(albumAssets + index));
        immich.assets = [...edited, ...immich.assets.slice(2 * tenth), ...fresh];
        const changing = performance.now();
        await watch.read(({ state, lastReadAt }, before) => state === 'ok' && lastReadAt !== before.lastReadAt);
        const second = performance.now() - changing;
        await compare('after edits, deletions and additions');
        const figures = { assets: albumAssets, 'first reading': seconds(first), changed: 3 * tenth };
        return { figures: { ...figures, 'second reading': seconds(second) }, broken };
      } finally {
        await immich.close();
      }
    }),
};
