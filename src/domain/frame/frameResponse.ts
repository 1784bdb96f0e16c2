import { CREDENTIAL_REFUSED, CREDENTIAL_UNKNOWN } from '../../contract/calls.ts';
import type { Photo } from '../../contract/entities.ts';
import { isRecord, textOf } from '../records.ts';

/** A response as the page for old tablets reads it; the status is 0 when there was none. */
export interface FrameResponse {
  status: number;
  /** Undefined unless it was JSON. */
  body: unknown;
}

/**
 * `refused`: the server knows the key and takes it no longer; `unknown`: it never knew the key. Any other failure may be
 * a proxy's or a hotspot's word and says nothing of the key.
 */
export type Verdict = 'fine' | 'refused' | 'unknown' | 'failed';

export function verdictOf({ status, body }: FrameResponse): Verdict {
  if (status === 200) return body === undefined ? 'failed' : 'fine';
  const code = status === 401 && isRecord(body) ? body.code : undefined;
  if (code === CREDENTIAL_REFUSED) return 'refused';
  return code === CREDENTIAL_UNKNOWN ? 'unknown' : 'failed';
}

/** The ids of the albums at the top level. */
export function topLevelIds(body: unknown): string[] {
  if (!Array.isArray(body)) return [];
  const albums = body.filter(isRecord).filter((album) => album.parentSlug === undefined);
  return albums.map((album) => textOf(album, 'id')).filter((id) => id !== '');
}

/** The photos in a response or in the storage, without the fields that the page does not need. */
export function photosIn(body: unknown): Photo[] {
  if (!Array.isArray(body)) return [];
  const shown = body.filter(isRecord).filter((photo) => photo.hidden !== true);
  return shown
    .map((photo) => ({ filename: textOf(photo, 'filename'), albumSlug: textOf(photo, 'albumSlug') }))
    .filter(({ filename, albumSlug }) => filename !== '' && albumSlug !== '');
}
