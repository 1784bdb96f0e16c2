import { type Static, Type } from 'typebox';
import { ALBUM_NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { count, EXAMPLES, oneOf, orNull, time } from '#contract/schemas.ts';

const text = Type.String({ maxLength: 2_000 });
const name = Type.String({ maxLength: ALBUM_NAME_MAX_CHARACTERS });
const albumId = orNull(Type.String({ maxLength: 100 }), { description: 'Null: albums of its own' });

const SourceKind = oneOf(['folder', 'immich']);
export type SourceKind = Static<typeof SourceKind>;
const SourceState = oneOf(['reading', 'ok', 'away', 'failed', 'paused']);

const exampleSource = {
  id: EXAMPLES.sourceId,
  kind: 'folder',
  name: 'NAS',
  path: '/mnt/photos',
  albumId: null,
  state: 'ok',
  madeBy: EXAMPLES.userId,
  lastReadAt: EXAMPLES.updatedAt,
  photos: 214,
  refused: [{ file: '2024/half.jpg', message: 'The picture is damaged or incomplete and cannot be read' }],
};

/** A source from which photos are imported automatically. */
export const Source = Type.Object(
  {
    id: Type.String(),
    kind: SourceKind,
    name: Type.String(),
    /** The real path of a folder. */
    path: Type.Optional(Type.String()),
    /** The address of an Immich server. */
    url: Type.Optional(Type.String()),
    albumId,
    state: SourceState,
    message: Type.Optional(Type.String({ description: 'Why it is away or failed' })),
    madeBy: orNull(Type.String(), { description: 'The id of the admin who added it; null where it is not known' }),
    /** Null: not yet. */
    lastReadAt: orNull(time),
    photos: count,
    /**
     * Photos that it made and that have left it, too many to go to the trash before an admin has said yes; `namedAt` is
     * the time of the reading that found the last of them gone. Absent: none waits.
     */
    leaving: Type.Optional(Type.Object({ photos: count, namedAt: time })),
    /** The last rejected files, with the reason. */
    refused: Type.Array(Type.Object({ file: Type.String(), message: Type.String() })),
  },
  { $id: 'Source', examples: [exampleSource] },
);
export type Source = Static<typeof Source>;

export const SourceList = Type.Object(
  {
    roots: Type.Array(Type.String(), { description: 'The folders below which folders may be followed' }),
    sources: Type.Array(Source),
  },
  { $id: 'Sources', examples: [{ roots: ['/mnt/photos'], sources: [exampleSource] }] },
);
export type SourceList = Static<typeof SourceList>;

const NewFolder = Type.Object({ kind: Type.Literal('folder'), path: text, albumId, name: Type.Optional(name) });
const NewImmich = Type.Object({
  kind: Type.Literal('immich'),
  url: text,
  apiKey: Type.String({ maxLength: 500 }),
  immichAlbumId: Type.String({ maxLength: 200 }),
  albumId,
  name: Type.Optional(name),
});
export const NewSource = Type.Union([NewFolder, NewImmich], {
  examples: [{ kind: 'folder', path: '/mnt/photos', albumId: EXAMPLES.albumId }],
});
export type NewSource = Static<typeof NewSource>;

export const SourceChanges = Type.Object(
  { albumId: Type.Optional(albumId), name: Type.Optional(name), paused: Type.Optional(Type.Boolean()) },
  { additionalProperties: false, examples: [{ paused: true }] },
);
export type SourceChanges = Static<typeof SourceChanges>;

/** The decision about photos that have left a source and wait: to the trash, or kept. */
export const LeavingDecision = Type.Object(
  {
    /** The time that the source gives with `leaving`. The decision is only about photos found gone until then. */
    namedAt: Type.String({ maxLength: 100 }),
    action: oneOf(['trash', 'keep']),
  },
  { additionalProperties: false, examples: [{ namedAt: EXAMPLES.updatedAt, action: 'keep' }] },
);
export type LeavingDecision = Static<typeof LeavingDecision>;

export const ImmichDoor = Type.Object(
  { url: text, apiKey: Type.String({ maxLength: 500 }) },
  { examples: [{ url: 'http://127.0.0.1:2283', apiKey: 'its key' }] },
);
export type ImmichDoor = Static<typeof ImmichDoor>;

export const ImmichAlbum = Type.Object(
  { id: Type.String(), name: Type.String(), photos: count },
  { $id: 'ImmichAlbum', examples: [{ id: 'd3b1', name: 'Family', photos: 214 }] },
);
export type ImmichAlbum = Static<typeof ImmichAlbum>;
