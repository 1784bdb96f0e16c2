/**
 * Versions of Immich whose published API documents (open-api/immich-openapi-specs.json; for 1.100.0 its published SDK) the
 * answers here follow, field by field: a later version is written as the fields that it adds to the one before, and those
 * that it takes away.
 */
export type ImmichVersion = '1.100.0' | '1.118.0' | '1.138.1' | '2.2.3' | '2.7.5' | '3.0.0' | '3.2.2';

export type Fields = Record<string, unknown>;

/** Versions that list an album's assets in the album itself. */
const LISTS_IN_ALBUM: readonly ImmichVersion[] = ['1.100.0', '1.118.0', '1.138.1', '2.2.3', '2.7.5'];

export interface RecordedAsset {
  id: string;
  checksum: string;
  name: string;
  type: 'IMAGE' | 'VIDEO' | 'AUDIO';
  description: string;
  isEdited: boolean;
  thumbhash: string;
  livePhotoVideoId: string | null;
}

const USER = {
  id: '8e5c1a6e-0c5f-4a0b-9d2e-3f1d5c1c7a01',
  email: 'anna@example.com',
  name: 'Anna',
  profileImagePath: '',
  avatarColor: 'primary',
  profileChangedAt: '2024-01-02T03:04:05.000Z',
};

const EXIF = {
  make: 'Apple',
  model: 'iPhone 13',
  exifImageWidth: 4032,
  exifImageHeight: 3024,
  fileSizeInByte: 2_345_678,
  orientation: '6',
  dateTimeOriginal: '2024-05-06T07:08:09.000Z',
  modifyDate: '2024-05-06T07:08:09.000Z',
  timeZone: 'UTC+2',
  lensModel: null,
  fNumber: 1.6,
  focalLength: 5.1,
  iso: 64,
  exposureTime: '1/120',
  latitude: null,
  longitude: null,
  city: null,
  state: null,
  country: null,
  projectionType: null,
  rating: null,
};

const atLeast = (version: ImmichVersion, first: ImmichVersion) =>
  version.localeCompare(first, 'en', { numeric: true }) >= 0;

interface RecordedAlbum {
  id: string;
  name: string;
  assets: RecordedAsset[];
}

export function albumAnswer(version: ImmichVersion, { id, name, assets }: RecordedAlbum): Fields {
  const album = {
    id,
    albumName: name,
    description: '',
    createdAt: '2024-05-01T10:00:00.000Z',
    updatedAt: '2024-05-07T10:00:00.000Z',
    albumThumbnailAssetId: assets[0]?.id ?? null,
    shared: false,
    albumUsers: [],
    hasSharedLink: false,
    startDate: '2024-05-06T07:08:09.000Z',
    endDate: '2024-05-06T07:08:09.000Z',
    assetCount: assets.length,
    isActivityEnabled: true,
    order: 'desc',
    lastModifiedAssetTimestamp: '2024-05-07T10:00:00.000Z',
  };
  if (!LISTS_IN_ALBUM.includes(version)) return { ...album, albumUsers: [{ user: USER, role: 'owner' }] };
  const contributorCounts = [{ userId: USER.id, assetCount: assets.length }];
  const listed = {
    ...album,
    ownerId: USER.id,
    owner: USER,
    assets: assets.map((asset) => assetAnswer(version, asset, true)),
    ...(atLeast(version, '2.2.3') && { contributorCounts }),
  };
  if (atLeast(version, '1.118.0')) return listed;
  const { albumUsers: _later, ...before } = listed;
  return { ...before, sharedUsers: [] };
}

/** The album in the list of `GET /albums`: with its count, without its assets. */
export function listedAlbum(version: ImmichVersion, album: RecordedAlbum): Fields {
  const answer = albumAnswer(version, album);
  return 'assets' in answer ? { ...answer, assets: [] } : answer;
}

export function assetAnswer(version: ImmichVersion, asset: RecordedAsset, withExif: boolean): Fields {
  const { id, checksum, name, type, description, isEdited, thumbhash, livePhotoVideoId } = asset;
  if (!atLeast(version, '1.118.0'))
    return { ...firstAnswer(asset), ...(withExif && { exifInfo: { ...EXIF, description } }) };
  const isVideo = type === 'VIDEO';
  const time = '2024-05-06T07:08:09.000Z';
  return {
    id,
    ownerId: USER.id,
    libraryId: null,
    type,
    originalPath: `upload/library/anna/2024/${name}`,
    originalFileName: name,
    originalMimeType: isVideo ? 'video/mp4' : 'image/jpeg',
    thumbhash,
    fileCreatedAt: time,
    fileModifiedAt: time,
    localDateTime: '2024-05-06T09:08:09.000Z',
    updatedAt: '2024-05-07T10:00:00.000Z',
    isFavorite: false,
    isArchived: false,
    isTrashed: false,
    isOffline: false,
    hasMetadata: true,
    livePhotoVideoId,
    people: [],
    tags: [],
    stack: null,
    resized: true,
    duplicateId: null,
    checksum,
    ...(withExif && { exifInfo: { ...EXIF, description } }),
    ...(atLeast(version, '1.138.1') && { visibility: 'timeline' }),
    ...(atLeast(version, '2.2.3') && { createdAt: time }),
    ...(atLeast(version, '2.7.5') && { width: 3024, height: 4032, isEdited }),
    ...(atLeast(version, '3.0.0')
      ? { duration: isVideo ? 7_123 : null }
      : { duration: isVideo ? '0:00:07.12300' : '0:00:00.00000', deviceAssetId: `${name}-2345678`, deviceId: 'CLI' }),
  };
}

/** An asset as 1.100.0 tells it, without what it says of its picture. */
function firstAnswer({ id, checksum, name, type, thumbhash, livePhotoVideoId }: RecordedAsset): Fields {
  const time = '2024-05-06T07:08:09.000Z';
  return {
    id,
    ownerId: USER.id,
    libraryId: '2f1c7e34-7f0b-4e0e-9a55-1c2b3d4e5f60',
    deviceAssetId: `${name}-2345678`,
    deviceId: 'CLI',
    type,
    originalPath: `upload/library/anna/2024/${name}`,
    originalFileName: name,
    resized: true,
    thumbhash,
    fileCreatedAt: time,
    fileModifiedAt: time,
    localDateTime: '2024-05-06T09:08:09.000Z',
    updatedAt: '2024-05-07T10:00:00.000Z',
    isFavorite: false,
    isArchived: false,
    isTrashed: false,
    isExternal: false,
    isOffline: false,
    isReadOnly: false,
    duration: type === 'VIDEO' ? '0:00:07.12300' : '0:00:00.00000',
    livePhotoVideoId,
    tags: [],
    people: [],
    checksum,
    stackParentId: null,
    stackCount: null,
    hasMetadata: true,
  };
}

/** Whether its addresses are those from before 1.106: singular, and with other names for pictures. */
export const hasFirstAddresses = (version: ImmichVersion) => !atLeast(version, '1.118.0');

/** A page of `POST /search/metadata`; the totals are those of the page. */
export function searchAnswer(version: ImmichVersion, items: Fields[], nextPage: string | null): Fields {
  const nextCursor = nextPage === null ? null : `cursor-${nextPage}`;
  return {
    albums: { total: 0, count: 0, items: [], facets: [] },
    assets: {
      total: items.length,
      count: items.length,
      items,
      facets: [],
      nextPage,
      ...(atLeast(version, '3.2.2') && { nextCursor }),
    },
  };
}

/** `GET /server/version`. */
export function versionAnswer(version: ImmichVersion): Fields {
  const [major, minor, patch] = version.split('.').map(Number);
  return { major, minor, patch, ...(atLeast(version, '3.0.0') && { prerelease: null }) };
}

/** `GET /server/ping`. */
export const PING = { res: 'pong' };
