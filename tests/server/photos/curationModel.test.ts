import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrashedResponse, TrashEntry } from '../../../src/contract/curation.ts';
import { type Album, PHOTO_ORDERS } from '../../../src/contract/entities.ts';
import { jpeg } from '../../support/pictures/images.ts';
import { CurationModel, type ModelChanges, type ShownAlbum } from '../../support/server/curationModel.ts';
import { PhotoClient } from '../../support/server/photoClient.ts';
import { startTestServer, type TestServer } from '../../support/server/testServer.ts';

let server: TestServer;
let client: PhotoClient;
let pictures: Buffer[];
beforeAll(async () => {
  server = await startTestServer();
  client = await PhotoClient.on(server);
  pictures = await Promise.all([1, 2, 3, 4, 5].map((seed) => jpeg({ width: 20, height: 20, seed })));
});
afterAll(() => server.close());

const SLUGS = ['a', 'b', 'c', 'a-2', 'b-2'];
const index = fc.nat(6);
const slug = fc.constantFrom(...SLUGS);
const isStale = fc.nat(5).map((one) => one === 0);
const some = fc.array(fc.nat(9), { minLength: 1, maxLength: 4 });

const command = fc.oneof(
  fc.record({ kind: fc.constant('create'), slug, at: index, isTop: fc.boolean() }),
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('slug'), at: index, slug, isStale }) },
  fc.record({ kind: fc.constant('name'), at: index, slug, isStale }),
  fc.record({ kind: fc.constant('order'), at: index, order: fc.constantFrom(...PHOTO_ORDERS) }),
  fc.record({ kind: fc.constant('move'), at: index, to: index, isTop: fc.boolean() }),
  fc.record({ kind: fc.constant('cover'), at: index, photo: fc.nat(9), isNone: fc.boolean() }),
  fc.record({ kind: fc.constant('arrangeAlbums'), at: index, isTop: fc.boolean(), isByName: fc.boolean() }),
  fc.record({ kind: fc.constant('arrangePhotos'), at: index, some }),
  fc.record({ kind: fc.constant('deletePhotos'), at: index, some }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deleteAlbum'), at: index }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restore'), some }) },
  fc.record({ kind: fc.constant('remove'), some, isAll: fc.boolean() }),
);
type Command = Partial<{
  slug: string;
  at: number;
  to: number;
  photo: number;
  some: number[];
  order: (typeof PHOTO_ORDERS)[number];
  isTop: boolean;
  isStale: boolean;
  isNone: boolean;
  isByName: boolean;
  isAll: boolean;
}> & { kind: string };

function pick<Value>(values: readonly Value[], at = 0): Value | undefined {
  return values[at % Math.max(values.length, 1)];
}

function picks(values: readonly string[], at: number[] = []): string[] {
  return [...new Set(at.map((one) => pick(values, one) ?? 'none'))];
}

/** A library of three albums, one in another, with five photos; and what is left of the one before is gone. */
async function begin(): Promise<CurationModel> {
  for (const { id } of await client.albums()) await client.ask(`DELETE /photos/albums/${id}`);
  await client.ask('DELETE /photos/trash');
  const model = new CurationModel();
  const create = async (name: string, parentAlbumId?: string) => {
    const album = await client.createAlbum({ name, slug: name, ...(parentAlbumId ? { parentAlbumId } : {}) });
    model.created(album, parentAlbumId ?? null);
    return album.id;
  };
  const [a, c] = [await create('a'), await create('c')];
  const b = await create('b', a);
  for (const [place, albumId] of [a, a, b, c, a].entries()) {
    const name = `p${place}.jpg`;
    const { photos } = (await client.upload(albumId, { [name]: pictures[place] ?? Buffer.alloc(0) })).body;
    model.uploaded(albumId, photos[0]?.filename ?? '');
  }
  return model;
}

/** Makes the call, and does the same to the model. Returns both statuses. */
async function run(model: CurationModel, given: Command): Promise<[number, number]> {
  const { kind, at, isTop } = given;
  const id = pick(model.albums, at)?.id ?? 'none';
  const filenames = model.photos.map(({ filename }) => filename);
  const change = async (changes: ModelChanges, version?: number): Promise<[number, number]> => {
    const headers: Record<string, string> = version === undefined ? {} : { 'If-Match': `"${version}"` };
    const { status } = await client.ask(`PATCH /photos/albums/${id}`, changes, headers);
    return [status, model.change(id, changes, version)];
  };
  const version = (model.albums.find((album) => album.id === id)?.version ?? 0) + Number(given.isStale ?? false);
  switch (kind) {
    case 'create': {
      const parent = isTop ? null : id;
      const wanted = given.slug ?? '';
      const expected = parent !== null && !model.living(parent) ? 400 : model.isSlugFree(wanted) ? 201 : 409;
      const payload = { name: wanted, slug: wanted, parentAlbumId: parent };
      const { status, body } = await client.ask<Album>('POST /photos/albums', payload);
      if (status === 201) model.created(body, parent);
      return [status, expected];
    }
    case 'slug':
      return change({ slug: given.slug ?? '' }, version);
    case 'name':
      return change({ name: given.slug ?? '' }, version);
    case 'order':
      return change({ order: given.order ?? 'taken' });
    case 'move':
      return change({ parentAlbumId: isTop ? null : (pick(model.albums, given.to)?.id ?? 'none') });
    case 'cover':
      return change({ cover: given.isNone ? null : (pick(filenames, given.photo) ?? 'none') });
    case 'arrangeAlbums': {
      const parent = isTop ? null : id;
      const siblings = model.albums.filter((album) => album.parent === parent).map((album) => album.id);
      const payload = { parentAlbumId: parent, albumIds: given.isByName ? null : siblings.toReversed() };
      const { status } = await client.ask('PUT /photos/albums/order', payload);
      return [status, model.arrangeAlbums(parent, payload.albumIds)];
    }
    case 'arrangePhotos': {
      const shown = model.photosOf(id);
      const named = picks(shown.length > 0 ? shown : filenames, given.some);
      const { status } = await client.ask(`PUT /photos/albums/${id}/photos/order`, { filenames: named });
      return [status, model.arrangePhotos(id, named)];
    }
    case 'deletePhotos': {
      const named = picks(filenames, given.some);
      const { status, body } = await client.ask<TrashedResponse>(`DELETE /photos/albums/${id}/photos`, {
        filenames: named,
      });
      const expected = model.deletePhotos(id, named);
      if (status === 200) await learnTrashIds(model, body.ids);
      return [status, expected];
    }
    case 'deleteAlbum': {
      const { status } = await client.ask(`DELETE /photos/albums/${id}`);
      return [status, model.deleteAlbum(id)];
    }
    case 'restore': {
      const ids = picks(model.trash(), given.some);
      const { status } = await client.ask('POST /photos/trash/restore', { ids });
      return [status, model.restore(ids)];
    }
    default: {
      const ids = given.isAll ? undefined : picks(model.trash(), given.some);
      const { status } = await client.ask('DELETE /photos/trash', ids ? { ids } : {});
      return [status, model.remove(ids)];
    }
  }
}

/** Ids of the trash are the server's own: the model is told those of photos, by the names that they were uploaded with. */
async function learnTrashIds(model: CurationModel, ids: readonly string[]): Promise<void> {
  const entries = (await client.ask<TrashEntry[]>('GET /photos/trash')).body;
  for (const { id, name } of entries.filter((entry) => ids.includes(entry.id))) {
    const photo = model.photos.find(({ filename }) => filename.startsWith(name.replace('.jpg', '')));
    if (photo) photo.trashId = id;
  }
}

function modelled(album: Album): ShownAlbum {
  return {
    id: album.id,
    name: album.name,
    slug: album.slug,
    former: (album.formerSlugs ?? []).toSorted(),
    order: album.order ?? 'taken',
    version: album.version ?? 0,
    photos: album.photoCount ?? 0,
    cover: album.cover?.filename,
    chosen: album.coverChosen ?? false,
    childAlbums: album.childAlbums.map(modelled),
  };
}

async function expectSame(model: CurationModel): Promise<void> {
  expect((await client.albums()).map(modelled)).toEqual(model.tree());
  for (const { id } of model.albums.filter(({ trashedWith }) => trashedWith === null)) {
    expect((await client.photos(id)).map(({ filename }) => filename)).toEqual(model.photosOf(id));
  }
  const entries = (await client.ask<TrashEntry[]>('GET /photos/trash')).body;
  expect(entries.map(({ id }) => id).toSorted()).toEqual(model.trash());
}

test(
  'any sequence of changes, deletions and restorations ends as a simple model of it',
  { timeout: 120_000 },
  async () => {
    const sequences = fc.array(command, { minLength: 20, maxLength: 40, size: 'max' });
    await fc.assert(
      fc.asyncProperty(sequences, async (commands) => {
        const model = await begin();
        for (const given of commands) {
          const [status, expected] = await run(model, given);
          expect(status, JSON.stringify(given)).toBe(expected);
          await expectSame(model);
        }
      }),
      { numRuns: Number(process.env.CURATION_RUNS ?? 8), endOnFailure: true },
    );
    await server.dependencies.photos.removal.run();
    expect(await client.isSound()).toBe(true);
  },
);
