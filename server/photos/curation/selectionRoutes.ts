import { Type } from '@fastify/type-provider-typebox';
import type { KnownPhotosResponse, MoveResponse, SearchResponse } from '#contract/admin/curation.ts';
import { FILENAMES_PER_CALL, HASHES_PER_CALL } from '#contract/limits.ts';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import { parseSearch } from '#domain/albums/searchQuery.ts';
import { UserError } from '../../errors.ts';
import { PHOTO_PEOPLE, PHOTO_WRITERS, personOf } from '../../http/security/access.ts';
import { pathParams, type TypedApp } from '../../http/typedApp.ts';
import { BODIES } from '../../bodyLimits.ts';
import { LISTS } from '../../limits.ts';
import { ALBUM_UNKNOWN } from '../albums/albumLists.ts';
import type { AlbumRepository, StoredAlbum } from '../albums/albumRepository.ts';
import { photoOf } from '../albums/photoQueries.ts';
import type { PhotoStore } from '../store/photoStore.ts';
import { trashIdOfPhoto } from '../trash/trashIds.ts';
import type { CurationQueries } from './curationQueries.ts';
import type { Move, MovedPhotos } from './moveRepository.ts';

interface SelectionServices {
  albums: Pick<AlbumRepository, 'find'>;
  queries: Pick<CurationQueries, 'knownContents' | 'search'>;
  store: Pick<PhotoStore, 'partsOf'>;
  movePhotos: (move: Move) => Promise<MovedPhotos>;
  forgetWhatWasRead: () => void;
}

const moveSchema = {
  params: pathParams(ADMIN_PATTERNS.movePhotos),
  body: Type.Object({
    filenames: Type.Array(Type.String({ maxLength: 500 }), { minItems: 1, maxItems: FILENAMES_PER_CALL }),
    toAlbumId: Type.String(),
    copy: Type.Optional(Type.Boolean()),
    again: Type.Optional(Type.Boolean()),
  }),
};
const knownSchema = {
  params: pathParams(ADMIN_PATTERNS.knownPhotos),
  body: Type.Object({
    hashes: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }), { maxItems: HASHES_PER_CALL }),
  }),
};
const searchSchema = { querystring: Type.Object({ q: Type.String({ maxLength: 200 }) }) };
/** The folder of a photo has its original and two variants. */
const ALL_PARTS = 3;

/** The calls that act on several photos at once. */
export function registerSelectionRoutes(app: TypedApp, services: SelectionServices): void {
  const { albums, queries } = services;

  async function albumWith(id: string): Promise<StoredAlbum> {
    const album = await albums.find(id);
    if (!album) throw new UserError(404, ALBUM_UNKNOWN);
    return album;
  }

  const writers = { access: PHOTO_WRITERS };
  const moving = { config: writers, schema: moveSchema, bodyLimit: BODIES.movedNamesBytes };
  app.post(ADMIN_PATTERNS.movePhotos, moving, async (request): Promise<MoveResponse> => {
    const { filenames, toAlbumId, copy = false, again = false } = request.body;
    const { photos, slug, added, trashed } = await services.movePhotos({
      from: request.params.id,
      to: toAlbumId,
      filenames,
      copy,
      again,
      userId: personOf(request).userId,
    });
    if (photos.length === 0) throw new UserError(404, 'None of these photos is in the album (any more)');
    services.forgetWhatWasRead();
    return {
      photos: photos.map((photo) => photoOf(photo, slug)),
      added: added.map(({ name }) => name),
      former: added.map(({ former }) => former),
      ids: trashed.map(trashIdOfPhoto),
    };
  });

  app.post(
    ADMIN_PATTERNS.knownPhotos,
    { config: writers, schema: knownSchema },
    async (request): Promise<KnownPhotosResponse> => {
      const { id } = await albumWith(request.params.id);
      const known: string[] = [];
      for (const { contentHash, ...address } of await queries.knownContents(id, request.body.hashes)) {
        // A photo whose files are lost is not reported as known, so that the client sends it again, which restores the
        // files.
        const { parts } = await services.store.partsOf(address);
        if (Object.keys(parts).length === ALL_PARTS) known.push(contentHash);
      }
      return { known };
    },
  );

  const searching = { config: { access: PHOTO_PEOPLE }, schema: searchSchema };
  app.get(ADMIN_PATTERNS.search, searching, async (request): Promise<SearchResponse> => {
    const query = parseSearch(request.query.q, ['en', ...languagesOf(request.headers['accept-language'])]);
    if (query.words.length === 0 && !query.taken) return { albums: [], photos: [], more: false };
    const found = await queries.search(query, LISTS.found + 1);
    return {
      albums: found.albums.slice(0, LISTS.found),
      photos: found.photos
        .slice(0, LISTS.found)
        .map((photo) => Object.assign(photoOf(photo, photo.albumSlug), { albumId: photo.albumId })),
      more: found.photos.length > LISTS.found || found.albums.length > LISTS.found,
    };
  });
}

const LANGUAGES = 3;

/** The languages of a browser, for the names of months. */
function languagesOf(header = ''): string[] {
  const tags = header.split(',', LANGUAGES).map((tag) => tag.split(';', 1)[0]?.trim() ?? '');
  return tags.filter((tag) => /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,2}$/i.test(tag));
}
