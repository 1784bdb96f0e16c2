import { Type } from '@fastify/type-provider-typebox';
import { type CallGroup, jsonOf } from '../callDescription.ts';
import { EXAMPLES } from '../exampleValues.ts';
import { PHOTO_SCHEMAS } from '../schemas/photoSchemas.ts';

const album = { id: EXAMPLES.albumId };
const photo = { ...album, filename: EXAMPLES.filename };
const image = { albumSlug: EXAMPLES.albumSlug, filename: EXAMPLES.filename };
const NO_PHOTO = 'There is no such photo';
const JPEG = 'image/jpeg';
const HASH = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';

export const PHOTO_CALLS: CallGroup = {
  name: 'Photos',
  about: 'Uploading, changing and finding photos, and their images.',
  calls: {
    'POST /photos/albums/:id/photos': {
      summary: 'Upload photos',
      details:
        'A form (multipart/form-data) with the field `photos` once for each file. Each file gets its own fate; 422 if none was taken.',
      path: album,
      success: { status: 201, is: 'What became of each file', schema: PHOTO_SCHEMAS.upload },
      errors: {
        404: 'There is no such album',
        413: 'A file is too large, or there are too many',
        415: 'None of the files is a picture that can be read',
        422: 'None of the pictures is whole',
        507: 'The disk is full',
      },
    },
    'GET /photos/albums/:id/photos/:filename': {
      summary: 'More about a photo',
      path: photo,
      success: jsonOf('The photo with its file name, size, camera and other albums', PHOTO_SCHEMAS.details),
      errors: { 404: NO_PHOTO },
    },
    'PATCH /photos/albums/:id/photos/:filename': {
      summary: 'Change a photo',
      details: '`rotate` turns it clockwise, and gives it another file name.',
      path: photo,
      body: { caption: 'The first swim', hidden: false },
      headers: { 'If-Match': 'The version that the change was made from, in quotes' },
      success: jsonOf('The photo as it is now', PHOTO_SCHEMAS.photo),
      errors: { 404: NO_PHOTO, 409: { when: 'Somebody else changed it meanwhile', schema: PHOTO_SCHEMAS.conflict } },
    },
    'GET /photos/albums/:id/photos/:filename/original': {
      summary: 'Download the original',
      path: photo,
      success: { status: 200, is: 'The file as it was uploaded', mediaType: 'application/octet-stream' },
      errors: { 404: NO_PHOTO },
    },
    'POST /photos/albums/:id/photos/move': {
      summary: 'Move or copy photos',
      details:
        'In the other album a photo has another name, so an address that somebody noted ends. With `again`, because the response to the same call was lost, what was copied within the last hour counts as added.',
      path: album,
      body: { filenames: [EXAMPLES.filename], toAlbumId: EXAMPLES.otherAlbumId, copy: true },
      success: jsonOf('The photos as they are in the other album', {
        name: 'MovedPhotos',
        schema: Type.Object({
          photos: Type.Array(Type.Ref('#/components/schemas/Photo')),
          added: Type.Array(Type.String(), { description: 'Those that the other album did not have before' }),
          former: Type.Array(Type.String(), { description: 'Their names in the first album, in the same order' }),
          ids: Type.Array(Type.String(), { description: 'Of those left in the trash of the first album' }),
        }),
        example: {
          photos: [PHOTO_SCHEMAS.photo.example],
          added: [EXAMPLES.filename],
          former: ['beach-0cc175b9c0f1b6a831c399e269772661.jpg'],
          ids: [],
        },
      }),
      errors: { 400: 'There is no such album to move to', 404: 'None of the photos is in the album' },
    },
    'POST /photos/albums/:id/photos/known': {
      summary: 'Which files an album has already',
      path: album,
      body: { hashes: [HASH] },
      success: jsonOf('Of these SHA-256, those of originals that the album has', {
        name: 'KnownPhotos',
        schema: Type.Object({ known: Type.Array(Type.String()) }),
        example: { known: [HASH] },
      }),
      errors: { 404: 'There is no such album' },
    },
    'DELETE /photos/albums/:id/photos': {
      summary: 'Move photos to the trash',
      path: album,
      body: { filenames: [EXAMPLES.filename] },
      success: jsonOf('How many went', {
        name: 'TrashedPhotos',
        schema: Type.Object({ trashed: Type.Integer(), ids: Type.Array(Type.String()) }),
        example: { trashed: 1, ids: [EXAMPLES.trashId] },
      }),
      errors: { 404: 'None of the photos is in the album' },
    },
    'GET /photos/search': {
      summary: 'Find albums and photos',
      query: { q: 'summer 2025' },
      success: jsonOf('What has all of these words, or was taken then', PHOTO_SCHEMAS.search),
    },
    'GET /photos/:albumSlug/thumbnail/:filename': {
      summary: 'The small image of a photo',
      path: image,
      success: { status: 200, is: 'A JPEG that covers 400 pixels', mediaType: JPEG },
      errors: { 404: NO_PHOTO },
    },
    'GET /photos/:albumSlug/medium/:filename': {
      summary: 'The large image of a photo',
      path: image,
      success: { status: 200, is: 'A JPEG within 2048 × 2048 pixels', mediaType: JPEG },
      errors: { 404: NO_PHOTO },
    },
  },
};
