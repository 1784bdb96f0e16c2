import { Type } from 'typebox';
import { ADMIN_PATTERNS } from '#contract/admin/adminPaths.ts';
import {
  HashesPayload,
  KnownPhotosResponse,
  MovePayload,
  MoveResponse,
  SearchResponse,
} from '#contract/curation/schemas.ts';
import { EXAMPLES } from '#contract/schemas.ts';
import { parseSearch } from '#domain/albums/searchQuery.ts';
import { UserError } from '#server/core/errors.ts';
import { PHOTO_PEOPLE, PHOTO_WRITERS, personOf } from '#server/core/access/access.ts';
import { errorWhen, json } from '#server/core/http/responses.ts';
import { pathParams, type TypedApp } from '#server/core/http/typedApp.ts';
import { BODIES } from '#server/core/bodyLimits.ts';
import { LISTS } from '#server/core/limits.ts';
import { ALBUM_UNKNOWN } from '../albums/albumLists.ts';
import type { AlbumRepository, StoredAlbum } from '../albums/albumRepository.ts';
import { photoOf } from '../albums/photoQueries.ts';
import { companionsIn } from '../store/companionColumn.ts';
import { PHOTO_PARTS, type PhotoStore } from '../store/photoStore.ts';
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

const tags = ['Photos'];
const example = { id: EXAMPLES.albumId };
const moveSchema = {
  tags,
  summary: 'Move or copy photos',
  description:
    'In the other album a photo has another name, so an address that somebody noted ends. With `again`, because the response to the same call was lost, what was copied within the last hour counts as added.',
  params: pathParams(ADMIN_PATTERNS.movePhotos, example),
  body: MovePayload,
  response: {
    200: json('The photos as they are in the other album', MoveResponse),
    400: errorWhen('There is no such album to move to'),
    404: errorWhen('None of the photos is in the album'),
  },
};
const knownSchema = {
  tags,
  summary: 'Which files an album has already',
  params: pathParams(ADMIN_PATTERNS.knownPhotos, example),
  body: HashesPayload,
  response: {
    200: json('Of these SHA-256, those of originals that the album has', KnownPhotosResponse),
    404: errorWhen('There is no such album'),
  },
};
const searchSchema = {
  tags,
  summary: 'Find albums and photos',
  querystring: Type.Object({ q: Type.String({ maxLength: 200, examples: ['summer 2025'] }) }),
  response: { 200: json('What has all of these words, or was taken then', SearchResponse) },
};
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
  app.post(ADMIN_PATTERNS.movePhotos, moving, async (request) => {
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

  app.post(ADMIN_PATTERNS.knownPhotos, { config: writers, schema: knownSchema }, async (request) => {
    const { id } = await albumWith(request.params.id);
    const known: string[] = [];
    for (const { hash, companions, ...address } of await queries.knownContents(id, request.body.hashes)) {
      // A photo whose files are lost is not reported as known, so that the client sends it again, which restores the
      // files.
      const { parts } = await services.store.partsOf(address);
      const expected = [...PHOTO_PARTS, ...companionsIn(companions).map(([part]) => part)];
      if (expected.every((part) => parts[part] !== undefined)) known.push(hash);
    }
    return { known };
  });

  const searching = { config: { access: PHOTO_PEOPLE }, schema: searchSchema };
  app.get(ADMIN_PATTERNS.search, searching, async (request) => {
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
  const languages = header.split(',', LANGUAGES).map((tag) => tag.split(';', 1)[0]?.trim() ?? '');
  return languages.filter((tag) => /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,2}$/i.test(tag));
}
