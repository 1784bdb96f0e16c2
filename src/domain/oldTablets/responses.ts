import { CREDENTIAL_REFUSED, CREDENTIAL_UNKNOWN } from '#contract/calls.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { isRecord, recordOf, textOf } from '../records.ts';

/** A response as the page for old tablets reads it; the status is 0 when there was none. */
export interface ServerResponse {
  status: number;
  /** Undefined unless it was JSON. */
  body: unknown;
}

/**
 * `refused`: the server knows the key and rejects it; `unknown`: it never knew the key. Any other failure may come from
 * a proxy or a hotspot, and says nothing about the key.
 */
export type Result = 'fine' | 'refused' | 'unknown' | 'failed';

export function resultOf({ status, body }: ServerResponse): Result {
  if (status === 200) return body === undefined ? 'failed' : 'fine';
  const code = status === 401 && isRecord(body) ? body.code : undefined;
  if (code === CREDENTIAL_REFUSED) return 'refused';
  return code === CREDENTIAL_UNKNOWN ? 'unknown' : 'failed';
}

/** The code and the secret in the response to the offer of this screen. */
export function offerIn(body: unknown): { code: string; secret: string } | undefined {
  if (!isRecord(body)) return undefined;
  const offer = { code: textOf(body, 'code'), secret: textOf(body, 'secret') };
  return offer.code === '' || offer.secret === '' ? undefined : offer;
}

/** The guest code in the response with the settings, as the server drew it; both are '' without one. */
export function drawnCodeIn(body: unknown): { svg: string; words: string } {
  const drawn = recordOf(recordOf(recordOf(body).guestCode).drawn);
  return { svg: textOf(drawn, 'svg'), words: textOf(drawn, 'words') };
}

/** The ids of the albums at the top level. */
export function topLevelIds(body: unknown): string[] {
  if (!Array.isArray(body)) return [];
  const albums = body.filter(isRecord).filter((album) => album.parentSlug === undefined);
  return albums.map((album) => textOf(album, 'id')).filter((id) => id !== '');
}

/** Without the fields that the page does not need. */
function leanPhoto(photo: Record<string, unknown>): Photo {
  const lean: Photo = { filename: textOf(photo, 'filename'), albumSlug: textOf(photo, 'albumSlug') };
  const [caption, takenAt] = [textOf(photo, 'caption'), textOf(photo, 'takenAt')];
  if (caption !== '') lean.caption = caption;
  if (takenAt !== '') lean.takenAt = takenAt;
  return lean;
}

/** The photos in a response or in the storage. */
export function photosIn(body: unknown): Photo[] {
  if (!Array.isArray(body)) return [];
  const shown = body.filter(isRecord).filter((photo) => photo.hidden !== true);
  return shown.map(leanPhoto).filter(({ filename, albumSlug }) => filename !== '' && albumSlug !== '');
}
