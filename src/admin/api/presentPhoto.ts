import { HTTPError } from 'ky';
import type { ConflictResponse } from '#contract/curation/schemas.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { isRecord } from '#domain/records.ts';

/** The present state of an album or a photo, when a change was rejected because somebody else had changed it. */
export function presentState(error: unknown): ConflictResponse['present'] | undefined {
  const body: unknown = error instanceof HTTPError && error.response.status === 409 ? error.data : undefined;
  return isConflict(body) ? body.present : undefined;
}

export function presentPhoto(error: unknown): Photo | undefined {
  const present = presentState(error);
  return present && 'filename' in present ? present : undefined;
}

function isConflict(body: unknown): body is ConflictResponse {
  return isRecord(body) && isRecord(body.present);
}
