import { Type } from '@fastify/type-provider-typebox';
import { type CallGroup, jsonOf, listOf } from '../callDescription.ts';
import { EXAMPLES } from '../exampleValues.ts';
import { PHOTO_SCHEMAS } from '../schemas/photoSchemas.ts';

const album = { id: EXAMPLES.albumId };
const NO_ALBUM = 'There is no such album, or the key may not see it';
const IF_MATCH = { 'If-Match': 'The version that the change was made from, in quotes: a lost race is then a 409' };
const IF_MATCH_LEVEL = {
  'If-Match':
    "In quotes, the number that the level's album ids, in the order of the list and with a space between two, have by `src/domain/hash32.ts`: a lost race is then a 409",
};
const LOST_RACE = { when: 'The slug is taken, or somebody else changed it meanwhile', schema: PHOTO_SCHEMAS.conflict };
const EMPTY = { name: 'Empty', schema: Type.Object({}), example: {} };

export const ALBUM_CALLS: CallGroup = {
  name: 'Albums',
  about: 'Albums as a tree, and the photos in them.',
  calls: {
    'GET /photos/albums': {
      summary: 'All albums',
      details: 'As a tree; a kiosk key sees its own. Responses carry an ETag: ask again with If-None-Match.',
      success: listOf('The albums at the top, each with those below it', PHOTO_SCHEMAS.album),
    },
    'POST /photos/albums': {
      summary: 'Make an album',
      body: { name: 'Autumn 2025', slug: 'autumn-2025', parentAlbumId: EXAMPLES.albumId },
      success: { status: 201, is: 'The new album', schema: PHOTO_SCHEMAS.album },
      errors: { 400: 'The name or slug is no such thing, or the parent is gone', 409: 'The slug is taken' },
    },
    'GET /photos/albums/:id/photos': {
      summary: "An album's photos",
      path: album,
      query: { includeChildAlbums: true },
      success: listOf('The photos in their order', PHOTO_SCHEMAS.photo),
      errors: { 404: NO_ALBUM },
    },
    'GET /photos/albums/:id/outline': {
      summary: 'The beginning of a long album',
      path: album,
      query: { timeZone: 'Europe/Berlin' },
      success: jsonOf('How many photos it has by month, and the first of them', PHOTO_SCHEMAS.outline),
      errors: { 400: 'There is no such time zone', 404: NO_ALBUM },
    },
    'GET /photos/albums/:id/part': {
      summary: 'A part of a long album',
      path: album,
      query: { from: 0 },
      success: listOf('The photos from that place on', PHOTO_SCHEMAS.photo),
      errors: { 404: NO_ALBUM },
    },
    'PATCH /photos/albums/:id': {
      summary: 'Change an album',
      details: 'Fields that are absent stay as they are.',
      path: album,
      body: { name: 'Summer at the sea', order: 'taken' },
      headers: IF_MATCH,
      success: jsonOf('The album as it is now', PHOTO_SCHEMAS.album),
      errors: { 404: NO_ALBUM, 409: LOST_RACE },
    },
    'DELETE /photos/albums/:id': {
      summary: 'Move an album to the trash',
      path: album,
      success: jsonOf('What went with it', {
        name: 'TrashedAlbum',
        schema: Type.Object({
          trashed: Type.Object({ albums: Type.Integer(), photos: Type.Integer() }),
          ids: Type.Array(Type.String({ description: 'With which it is restored' })),
        }),
        example: { trashed: { albums: 1, photos: 214 }, ids: ['album-4'] },
      }),
      errors: { 404: NO_ALBUM },
    },
    'PUT /photos/albums/order': {
      summary: 'Order the albums of a level by hand',
      body: { parentAlbumId: null, albumIds: [EXAMPLES.albumId, EXAMPLES.otherAlbumId] },
      headers: IF_MATCH_LEVEL,
      success: jsonOf('Done', EMPTY),
      errors: { 409: 'The albums of this level have changed meanwhile' },
    },
    'PUT /photos/albums/:id/photos/order': {
      summary: "Order an album's photos by hand",
      path: album,
      body: { filenames: [EXAMPLES.filename] },
      headers: IF_MATCH,
      success: jsonOf('The album, whose order is `manual` from now on', PHOTO_SCHEMAS.album),
      errors: { 404: NO_ALBUM, 409: { ...LOST_RACE, when: 'Somebody else changed the album meanwhile' } },
    },
  },
};
