import { Type } from '@fastify/type-provider-typebox';
import type { UploadResponse } from '#contract/calls.ts';
import type {
  AlbumName,
  ConflictResponse,
  PhotoDetails,
  SearchResponse,
  TrashEntry,
} from '#contract/admin/curation.ts';
import { type Album, type AlbumOutline, type Photo, PHOTO_ORDERS } from '#contract/entities.ts';
import { EXAMPLES } from '../exampleValues.ts';
import { count, type NamedSchema, oneOf, ref, schemaOf, time } from './schema.ts';

const version = Type.Integer({ minimum: 0, description: 'Counts changes; sent back as If-Match' });
const photoFields = {
  filename: Type.String({ description: 'The name of its images, which is never used again for another picture' }),
  albumSlug: Type.String(),
  caption: Type.Optional(Type.String()),
  hidden: Type.Optional(Type.Literal(true, { description: 'Slideshows leave it out' })),
  takenAt: Type.Optional(Type.String({ description: "ISO 8601 in the camera's own time, without a zone" })),
  width: Type.Optional(count),
  height: Type.Optional(count),
  version: Type.Optional(version),
};
const photo = schemaOf<Photo>()(Type.Object(photoFields));
const photos = Type.Array(ref<Photo>('Photo'));

const album = schemaOf<Album>()(
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    slug: Type.String(),
    parentSlug: Type.Optional(Type.String({ description: 'Absent at the top level' })),
    childAlbums: Type.Array(ref<Album>('Album')),
    cover: Type.Optional(ref<Photo>('Photo')),
    coverChosen: Type.Optional(Type.Literal(true)),
    photoCount: Type.Optional(Type.Integer({ minimum: 0, description: 'Without those of the albums below it' })),
    order: Type.Optional(oneOf(PHOTO_ORDERS)),
    formerSlugs: Type.Optional(Type.Array(Type.String())),
    version: Type.Optional(version),
  }),
);

const outline = schemaOf<AlbumOutline>()(
  Type.Object({
    count,
    months: Type.Array(Type.Object({ month: Type.Optional(Type.String()), count })),
    photos,
  }),
);

const upload = schemaOf<UploadResponse>()(
  Type.Object({
    photos,
    duplicates: Type.Array(Type.String()),
    rejected: Type.Array(
      Type.Object({
        filename: Type.String(),
        message: Type.String(),
        mayRetry: Type.Optional(Type.Literal(true, { description: 'The server was the cause: try again later' })),
      }),
    ),
  }),
);

const albumName = schemaOf<AlbumName>()(Type.Object({ id: Type.String(), name: Type.String(), slug: Type.String() }));

const details = schemaOf<PhotoDetails>()(
  Type.Object({
    photo: ref<Photo>('Photo'),
    originalFilename: Type.String(),
    bytes: count,
    uploadedAt: time,
    camera: Type.Optional(Type.String()),
    alsoIn: Type.Array(albumName),
  }),
);

const search = schemaOf<SearchResponse>()(
  Type.Object({
    albums: Type.Array(albumName),
    photos: Type.Array(Type.Object({ ...photoFields, albumId: Type.String() })),
    more: Type.Boolean(),
  }),
);

const trashed = { id: Type.String(), trashedAt: time, until: time, trashedBy: Type.Optional(Type.String()) };
const trashEntry = schemaOf<TrashEntry>()(
  Type.Union([
    Type.Object({
      ...trashed,
      kind: Type.Literal('photo'),
      name: Type.String(),
      albumName: Type.String(),
      caption: Type.Optional(Type.String()),
    }),
    Type.Object({ ...trashed, kind: Type.Literal('album'), name: Type.String(), albums: count, photos: count }),
  ]),
);

const conflict = schemaOf<ConflictResponse>()(
  Type.Object({ message: Type.String(), present: Type.Union([ref<Album>('Album'), ref<Photo>('Photo')]) }),
);

const examplePhoto: Photo = {
  filename: EXAMPLES.filename,
  albumSlug: EXAMPLES.albumSlug,
  caption: 'The first swim',
  takenAt: '2025-07-14T10:32:05',
  width: 4032,
  height: 3024,
};
const exampleAlbum: Album = {
  id: EXAMPLES.albumId,
  name: 'Summer 2025',
  slug: EXAMPLES.albumSlug,
  childAlbums: [],
  cover: examplePhoto,
  photoCount: 214,
};
const exampleName: AlbumName = { id: EXAMPLES.albumId, name: 'Summer 2025', slug: EXAMPLES.albumSlug };
const trashTimes = { trashedAt: '2026-01-31T12:00:00.000Z', until: '2026-03-02T12:00:00.000Z' };

export const PHOTO_SCHEMAS = {
  photo: { name: 'Photo', schema: photo, example: examplePhoto } satisfies NamedSchema<Photo>,
  album: { name: 'Album', schema: album, example: exampleAlbum } satisfies NamedSchema<Album>,
  outline: {
    name: 'AlbumOutline',
    schema: outline,
    example: { count: 214, months: [{ month: '2025-07', count: 214 }], photos: [examplePhoto] },
  } satisfies NamedSchema<AlbumOutline>,
  upload: {
    name: 'UploadResponse',
    schema: upload,
    example: { photos: [examplePhoto], duplicates: [], rejected: [{ filename: 'plan.pdf', message: 'No picture' }] },
  } satisfies NamedSchema<UploadResponse>,
  details: {
    name: 'PhotoDetails',
    schema: details,
    example: {
      photo: examplePhoto,
      originalFilename: 'IMG_2041.HEIC',
      bytes: 2_410_233,
      uploadedAt: '2025-07-20T18:00:00.000Z',
      alsoIn: [],
    },
  } satisfies NamedSchema<PhotoDetails>,
  search: {
    name: 'SearchResponse',
    schema: search,
    example: { albums: [exampleName], photos: [{ ...examplePhoto, albumId: EXAMPLES.albumId }], more: false },
  } satisfies NamedSchema<SearchResponse>,
  trashEntry: {
    name: 'TrashEntry',
    schema: trashEntry,
    example: { id: EXAMPLES.trashId, kind: 'photo', name: 'IMG_2041.HEIC', albumName: 'Summer 2025', ...trashTimes },
  } satisfies NamedSchema<TrashEntry>,
  conflict: {
    name: 'Conflict',
    schema: conflict,
    example: { message: 'Somebody else changed this album meanwhile', present: exampleAlbum },
  } satisfies NamedSchema<ConflictResponse>,
};
