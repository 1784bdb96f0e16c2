import { type Static, Type } from 'typebox';
import { TRASHED_PER_CALL } from '#contract/admin/limits.ts';
import { photoCut } from '#contract/photos/schemas.ts';
import { EXAMPLES, count, time } from '#contract/schemas.ts';

const fields = {
  id: Type.String(),
  /** The time of its deletion, and of its deletion for good. */
  trashedAt: time,
  until: time,
  /** The person who deleted it; absent when the account no longer exists. */
  trashedBy: Type.Optional(Type.String()),
  /** The size and focus of the picture that stands for it. */
  ...photoCut,
};

const TrashedPhoto = Type.Object({
  ...fields,
  kind: Type.Literal('photo'),
  /** The name of the file as it was uploaded. */
  name: Type.String(),
  albumName: Type.String(),
  caption: Type.Optional(Type.String()),
});
export type TrashedPhoto = Static<typeof TrashedPhoto>;

const TrashedAlbum = Type.Object({
  ...fields,
  kind: Type.Literal('album'),
  name: Type.String(),
  /** The things deleted with it: albums below it, and the photos of all of them. */
  albums: count,
  photos: count,
});
export type TrashedAlbum = Static<typeof TrashedAlbum>;

/**
 * The trash is sent in pages, newest first. `?after=<trashedAt>_<id>`, with the values of an entry, asks for the page
 * after it; an empty page is the end.
 */
export const TrashEntry = Type.Union([TrashedPhoto, TrashedAlbum], {
  $id: 'TrashEntry',
  examples: [
    {
      id: EXAMPLES.trashId,
      kind: 'photo',
      name: 'IMG_2041.HEIC',
      albumName: 'Summer 2025',
      trashedAt: '2026-01-31T12:00:00.000Z',
      until: '2026-03-02T12:00:00.000Z',
    },
  ],
});
export type TrashEntry = Static<typeof TrashEntry>;

const ids = Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: TRASHED_PER_CALL });
const examples = [{ ids: [EXAMPLES.trashId] }];

export const RestoredEntries = Type.Object({ ids }, { examples });
/** Without ids: all of the trash. */
export const RemovedEntries = Type.Union([Type.Null(), Type.Object({ ids: Type.Optional(ids) })], { examples });

export const TrashedNames = Type.Object(
  { filenames: Type.Array(Type.String({ maxLength: 1_000 }), { minItems: 1, maxItems: TRASHED_PER_CALL }) },
  { examples: [{ filenames: [EXAMPLES.filename] }] },
);

export const RestoredResponse = Type.Object(
  { restored: Type.Integer() },
  { $id: 'Restored', examples: [{ restored: 1 }] },
);

/** The number of entries that were deleted for good. */
export const RemovedResponse = Type.Object({ removed: Type.Integer() }, { $id: 'Removed', examples: [{ removed: 1 }] });

/** `ids` are those of the entries in the trash: with them the deletion can be undone. */
export const TrashedResponse = Type.Object(
  { trashed: Type.Integer(), ids: Type.Array(Type.String()) },
  { $id: 'TrashedPhotos', examples: [{ trashed: 1, ids: [EXAMPLES.trashId] }] },
);
export type TrashedResponse = Static<typeof TrashedResponse>;

export const TrashedAlbumResponse = Type.Object(
  {
    /** The album itself counts too. */
    trashed: Type.Object({ albums: Type.Integer(), photos: Type.Integer() }),
    ids: Type.Array(Type.String({ description: 'With which it is restored' })),
  },
  { $id: 'TrashedAlbum', examples: [{ trashed: { albums: 1, photos: 214 }, ids: ['album-4'] }] },
);
export type TrashedAlbumResponse = Static<typeof TrashedAlbumResponse>;
