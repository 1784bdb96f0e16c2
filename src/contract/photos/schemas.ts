import { type Static, Type } from 'typebox';
import { photoClip } from '#contract/clips/schemas.ts';
import { PHOTO_ORDERS } from '#contract/limits.ts';
import { count, EXAMPLES, oneOf, orNull } from '#contract/schemas.ts';

const version = Type.Integer({ minimum: 0, description: 'Counts changes; sent back as If-Match' });

export const examplePhoto = {
  filename: EXAMPLES.filename,
  albumSlug: EXAMPLES.albumSlug,
  caption: 'The first swim',
  takenAt: '2025-07-14T10:32:05',
  width: 4032,
  height: 3024,
  focus: { x: 0.62, y: 0.31 },
};

const share = Type.Number({ minimum: 0, maximum: 1 });
export const PhotoFocus = Type.Object({ x: share, y: share });

export const photoCut = {
  /** The size of the upright original in pixels; absent for photos from before the server stored sizes. */
  width: Type.Optional(count),
  height: Type.Optional(count),
  /** The point of the upright picture that stays visible where it is cropped; absent: the middle. */
  focus: Type.Optional(PhotoFocus),
};

export const Photo = Type.Object(
  {
    filename: Type.String({ description: 'The name of its images, which is never used again for another picture' }),
    albumSlug: Type.String(),
    /** Shown below the photo; absent without one. */
    caption: Type.Optional(Type.String()),
    hidden: Type.Optional(Type.Literal(true, { description: 'Slideshows leave it out' })),
    /** Absent when the picture has none. */
    takenAt: Type.Optional(Type.String({ description: "ISO 8601 in the camera's own time, without a zone" })),
    ...photoCut,
    ...photoClip,
    /** Absent before the first change. */
    version: Type.Optional(version),
  },
  { $id: 'Photo', examples: [examplePhoto] },
);
export type Photo = Static<typeof Photo>;

/** Photos of an album that follow one another and are of the same month. */
const MonthSection = Type.Object({
  /** Such as `2024-07`; absent for photos without a time. */
  month: Type.Optional(Type.String()),
  count,
});
export type MonthSection = Static<typeof MonthSection>;

/** The first photos of an album, and the number of photos by month. */
export const AlbumOutline = Type.Object(
  {
    /** The number of photos in the album itself. */
    count,
    /** In the order of the photos; empty when the album is not in an order by time. */
    months: Type.Array(MonthSection),
    /** The first part. */
    photos: Type.Array(Photo),
  },
  {
    $id: 'AlbumOutline',
    examples: [{ count: 214, months: [{ month: '2025-07', count: 214 }], photos: [examplePhoto] }],
  },
);
export type AlbumOutline = Static<typeof AlbumOutline>;

const RejectedFile = Type.Object({
  filename: Type.String(),
  message: Type.String(),
  mayRetry: Type.Optional(Type.Literal(true, { description: 'The server was the cause: try again later' })),
});
export type RejectedFile = Static<typeof RejectedFile>;

export const UploadResponse = Type.Object(
  {
    /** All photos of this request that are now stored, including those that were stored before. */
    photos: Type.Array(Photo),
    /** Names, as sent, of the files whose bytes the album already held. */
    duplicates: Type.Array(Type.String()),
    rejected: Type.Array(RejectedFile),
  },
  {
    $id: 'UploadResponse',
    examples: [{ photos: [examplePhoto], duplicates: [], rejected: [{ filename: 'plan.pdf', message: 'No picture' }] }],
  },
);
export type UploadResponse = Static<typeof UploadResponse>;

export const exampleAlbum = {
  id: EXAMPLES.albumId,
  name: 'Summer 2025',
  slug: EXAMPLES.albumSlug,
  childAlbums: [],
  cover: examplePhoto,
  photoCount: 214,
};

const albumFields = {
  id: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  parentSlug: Type.Optional(Type.String({ description: 'Absent at the top level' })),
  /** The album's own first photo, else a descendant's; absent while there is none. */
  cover: Type.Optional(Photo),
  /** True when somebody chose the cover. */
  coverChosen: Type.Optional(Type.Literal(true)),
  photoCount: Type.Optional(Type.Integer({ minimum: 0, description: 'Without those of the albums below it' })),
  /** Absent for `taken`. */
  order: Type.Optional(oneOf(PHOTO_ORDERS)),
  /** Slugs that the album had before; its addresses with them go on working. */
  formerSlugs: Type.Optional(Type.Array(Type.String())),
  /** Counts changes of the album itself; absent before the first one. */
  version: Type.Optional(version),
};
const childAlbums = Type.Array(Type.Unsafe<Album>({ $ref: '#/components/schemas/Album' }));

export const Album = Type.Unsafe<Album>(
  Type.Object({ ...albumFields, childAlbums }, { $id: 'Album', examples: [exampleAlbum] }),
);
export interface Album extends Static<ReturnType<typeof Type.Object<typeof albumFields>>> {
  childAlbums: Album[];
}

export const CreateAlbumPayload = Type.Object(
  {
    name: Type.String(),
    slug: Type.String(),
    /** The album the new one is created in; absent at the top level. */
    parentAlbumId: Type.Optional(orNull(Type.String())),
  },
  { examples: [{ name: 'Autumn 2025', slug: 'autumn-2025', parentAlbumId: EXAMPLES.albumId }] },
);
export type CreateAlbumPayload = Static<typeof CreateAlbumPayload>;

/** A photo that was uploaded lately. */
export const RecentPhoto = Type.Interface([Photo], { albumName: Type.String() });
export type RecentPhoto = Static<typeof RecentPhoto>;
