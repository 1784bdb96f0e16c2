import { type Static, Type } from 'typebox';
import { ORDERS, ROTATIONS } from '#contract/admin/limits.ts';
import { FILENAMES_PER_CALL, HASHES_PER_CALL, PHOTO_ORDERS } from '#contract/limits.ts';
import { Album, exampleAlbum, examplePhoto, Photo, PhotoFocus } from '#contract/photos/schemas.ts';
import { EXAMPLES, count, oneOf, orNull, time } from '#contract/schemas.ts';

// The calls by which albums and photos are edited. A field that is absent stays as it is. The version that a change was
// made from is sent as `If-Match: "<version>"`; when somebody else made a change meanwhile, the response is 409 with
// the present state (`ConflictResponse`).

export const AlbumChanges = Type.Object(
  {
    name: Type.Optional(Type.String()),
    slug: Type.Optional(Type.String()),
    /** Null moves the album to the top level. */
    parentAlbumId: Type.Optional(orNull(Type.String())),
    /** The file name of a photo of the album or of one below it; null lets the server choose. */
    cover: Type.Optional(orNull(Type.String())),
    order: Type.Optional(oneOf(PHOTO_ORDERS)),
  },
  { examples: [{ name: 'Summer at the sea', order: 'taken' }] },
);
export type AlbumChanges = Static<typeof AlbumChanges>;

const orderedName = Type.String({ maxLength: ORDERS.nameLength });

/** The manual order of the albums of one level; null orders them by name again. */
export const AlbumOrderPayload = Type.Object(
  {
    parentAlbumId: orNull(Type.String()),
    albumIds: orNull(Type.Array(orderedName, { maxItems: ORDERS.albums })),
  },
  { examples: [{ parentAlbumId: null, albumIds: [EXAMPLES.albumId, EXAMPLES.otherAlbumId] }] },
);
export type AlbumOrderPayload = Static<typeof AlbumOrderPayload>;

export const PhotoOrderPayload = Type.Object(
  { filenames: Type.Array(orderedName, { maxItems: ORDERS.photos }) },
  { examples: [{ filenames: [EXAMPLES.filename] }] },
);

export const PhotoChanges = Type.Object(
  {
    /** An empty text removes the caption. */
    caption: Type.Optional(Type.String()),
    hidden: Type.Optional(Type.Boolean()),
    /** The rotated photo has a new file name. */
    rotate: Type.Optional(Type.Enum([...ROTATIONS])),
    takenAt: Type.Optional(orNull(time, { description: 'Null: not known' })),
    /** The focus, in the picture as it is after this call; null: the one that the server found. */
    focus: Type.Optional(orNull(PhotoFocus)),
  },
  { examples: [{ caption: 'The first swim', hidden: false, focus: examplePhoto.focus }] },
);
export type PhotoChanges = Static<typeof PhotoChanges>;

export const MovePayload = Type.Object(
  {
    filenames: Type.Array(Type.String({ maxLength: 500 }), { minItems: 1, maxItems: FILENAMES_PER_CALL }),
    toAlbumId: Type.String(),
    copy: Type.Optional(Type.Boolean()),
    /** The response to the same call was lost: photos that it copied count as added by this one. */
    again: Type.Optional(Type.Boolean()),
  },
  { examples: [{ filenames: [EXAMPLES.filename], toAlbumId: EXAMPLES.otherAlbumId, copy: true }] },
);
export type MovePayload = Static<typeof MovePayload>;

/** The names of added photos are needed to undo moving or copying. */
export const MoveResponse = Type.Object(
  {
    /** The photos as they are in the other album, those that it already had included. */
    photos: Type.Array(Photo),
    added: Type.Array(Type.String(), { description: 'Those that the other album did not have before' }),
    former: Type.Array(Type.String(), { description: 'Their names in the first album, in the same order' }),
    ids: Type.Array(Type.String(), { description: 'Of those left in the trash of the first album' }),
  },
  {
    $id: 'MovedPhotos',
    examples: [
      {
        photos: [examplePhoto],
        added: [EXAMPLES.filename],
        former: ['beach-0cc175b9c0f1b6a831c399e269772661.jpg'],
        ids: [],
      },
    ],
  },
);
export type MoveResponse = Static<typeof MoveResponse>;

const HASH = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';

export const HashesPayload = Type.Object(
  { hashes: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$' }), { maxItems: HASHES_PER_CALL }) },
  { examples: [{ hashes: [HASH] }] },
);

/** The hashes (SHA-256) in the call whose contents the album already has, or has a picture that was made from them. */
export const KnownPhotosResponse = Type.Object(
  { known: Type.Array(Type.String()) },
  { $id: 'KnownPhotos', examples: [{ known: [HASH] }] },
);
export type KnownPhotosResponse = Static<typeof KnownPhotosResponse>;

const AlbumName = Type.Object({ id: Type.String(), name: Type.String(), slug: Type.String() });
export type AlbumName = Static<typeof AlbumName>;

/** The details of a photo in the viewer, beyond those of the list. */
export const PhotoDetails = Type.Object(
  {
    photo: Photo,
    /** The name of the file as it was uploaded. */
    originalFilename: Type.String(),
    bytes: count,
    uploadedAt: time,
    camera: Type.Optional(Type.String()),
    /** Other albums with a photo of the same content. */
    alsoIn: Type.Array(AlbumName),
  },
  {
    $id: 'PhotoDetails',
    examples: [
      {
        photo: examplePhoto,
        originalFilename: 'IMG_2041.HEIC',
        bytes: 2_410_233,
        uploadedAt: '2025-07-20T18:00:00.000Z',
        alsoIn: [],
      },
    ],
  },
);
export type PhotoDetails = Static<typeof PhotoDetails>;

export const SearchResponse = Type.Object(
  {
    albums: Type.Array(AlbumName),
    photos: Type.Array(Type.Interface([Photo], { albumId: Type.String() })),
    /** True when there are more than were sent. */
    more: Type.Boolean(),
  },
  {
    $id: 'SearchResponse',
    examples: [
      {
        albums: [{ id: EXAMPLES.albumId, name: 'Summer 2025', slug: EXAMPLES.albumSlug }],
        photos: [{ ...examplePhoto, albumId: EXAMPLES.albumId }],
        more: false,
      },
    ],
  },
);
export type SearchResponse = Static<typeof SearchResponse>;

/** The body of a response with the status 409. */
export const ConflictResponse = Type.Object(
  { message: Type.String(), present: Type.Union([Album, Photo]) },
  {
    $id: 'Conflict',
    examples: [{ message: 'Somebody else changed this album meanwhile', present: exampleAlbum }],
  },
);
export type ConflictResponse = Static<typeof ConflictResponse>;
