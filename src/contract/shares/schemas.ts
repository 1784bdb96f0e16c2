import { type Static, Type } from 'typebox';
import { SHARE_UPLOADS } from '#contract/access/shareKeys.ts';
import { SHARE_BYTES, SHARE_PHOTOS, SHARE_TERMS } from './shares.ts';
import { count, EXAMPLES, oneOf, orNull, time } from '#contract/schemas.ts';

// Links that show one album to visitors.

/** Null: until it is taken back. */
const until = orNull(time);
const mayUpload = oneOf(SHARE_UPLOADS);
const exampleShare = {
  id: EXAMPLES.shareId,
  name: 'Grandma',
  albumId: EXAMPLES.albumId,
  albumName: 'Summer 2025',
  albumSlug: EXAMPLES.albumSlug,
  sharedBy: 'Ada Lovelace',
  sharedAt: EXAMPLES.updatedAt,
  until: null,
  lastUsedAt: null,
  seesAlbum: true,
  mayDownload: false,
};

export const NewShare = Type.Object(
  {
    albumId: Type.String({ maxLength: 100 }),
    term: oneOf(SHARE_TERMS),
    /** The person whom the link is for, shown in the list. */
    name: Type.Optional(Type.String({ maxLength: 200 })),
    mayUpload: Type.Optional(
      oneOf(SHARE_UPLOADS, { description: 'Visitors may send photos, which are seen at once or after approval' }),
    ),
    maxPhotos: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: SHARE_PHOTOS.most,
        description: `The photos that visitors may send; ${SHARE_PHOTOS.usual} if absent`,
      }),
    ),
    maxBytes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: SHARE_BYTES.most,
        description: `The bytes that visitors may send, in files that cannot be read too; ${SHARE_BYTES.usual} if absent`,
      }),
    ),
    seesAlbum: Type.Optional(Type.Boolean({ description: 'False: visitors send photos, and see none' })),
    mayDownload: Type.Optional(Type.Boolean({ description: 'Visitors may download the originals' })),
  },
  { examples: [{ albumId: EXAMPLES.albumId, term: 'week', name: 'Grandma', mayUpload: 'after-approval' }] },
);
export type NewShare = Static<typeof NewShare>;

export const ShareFilter = Type.Object({
  albumId: Type.Optional(Type.String({ maxLength: 100, examples: [EXAMPLES.albumId] })),
});

export const Share = Type.Object(
  {
    id: Type.String(),
    /** Absent when nobody said so. */
    name: Type.Optional(Type.String({ description: 'Whom the link is for' })),
    albumId: Type.String(),
    albumName: Type.String(),
    albumSlug: Type.String(),
    /** The name of the person who shared it. */
    sharedBy: Type.String(),
    sharedAt: time,
    until,
    /** Null: nobody has opened it yet. */
    lastUsedAt: orNull(time),
    /** Absent when visitors may not send photos. */
    guests: Type.Optional(
      Type.Object({
        mayUpload,
        maxPhotos: count,
        sent: Type.Integer({ minimum: 0, description: 'The photos that visitors have sent' }),
        maxBytes: count,
        sentBytes: Type.Integer({ minimum: 0, description: 'The bytes that visitors have sent' }),
      }),
    ),
    seesAlbum: Type.Boolean(),
    mayDownload: Type.Boolean(),
  },
  { $id: 'Share', examples: [exampleShare] },
);
export type Share = Static<typeof Share>;

/** The server stores the key's hash. */
export const ShareWithKey = Type.Interface(
  [Share],
  {
    key: Type.String({ description: 'Readable only in this response' }),
    url: Type.String({ description: 'The link; it can be read only in this response' }),
  },
  {
    $id: 'ShareWithKey',
    examples: [{ ...exampleShare, key: EXAMPLES.apiKey, url: 'https://photos.example/#shared-album=a94a8fe5' }],
  },
);
export type ShareWithKey = Static<typeof ShareWithKey>;

export const SharedAlbum = Type.Object(
  {
    albumId: Type.String(),
    albumName: Type.String(),
    until,
    seesAlbum: Type.Boolean(),
    mayDownload: Type.Boolean(),
    /** Absent when visitors may not send photos. */
    guests: Type.Optional(
      Type.Object({
        mayUpload,
        left: Type.Integer({ minimum: 0, description: 'The photos that visitors may still send' }),
        leftBytes: Type.Integer({ minimum: 0, description: 'The bytes that visitors may still send' }),
        isBusy: Type.Boolean({ description: 'As many uploads are running as a link may have: another one is a 429' }),
      }),
    ),
  },
  {
    $id: 'SharedAlbum',
    examples: [
      { albumId: EXAMPLES.albumId, albumName: 'Summer 2025', until: null, seesAlbum: true, mayDownload: false },
    ],
  },
);
export type SharedAlbum = Static<typeof SharedAlbum>;
