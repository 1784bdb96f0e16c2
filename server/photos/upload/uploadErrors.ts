import type { RejectedFile } from '#contract/photos/schemas.ts';
import { wrongKindText } from '#domain/uploads/imageKinds.ts';
import { troubleOf, UserError } from '#server/core/errors.ts';
import { DecodeError, type DecodeFailure } from '../decode/decoderResponses.ts';

const BYTES_PER_MB = 1024 * 1024;
const PIXELS_PER_MEGAPIXEL = 1_000_000;
const CUT_OFF = 'The upload broke off before it was complete: please try again';
export const NOTHING_STORED = 'nothing of this photo was stored';
const INTERNAL = 'The server could not store this photo: please try again';
const BUSY = 'The server has too many photos to read just now: please try again in a few minutes';

/** The reason why a file was rejected. If every file was, one of their statuses becomes that of the response. */
export interface Rejection extends RejectedFile {
  status: number;
}

export function wrongKind(name: string): UserError {
  return new UserError(415, wrongKindText(name));
}

export function tooLarge(maxBytes: number): UserError {
  return new UserError(413, `The file is larger than the ${Math.floor(maxBytes / BYTES_PER_MB)} MB that are allowed`);
}

export function cutOff(): UserError {
  return new UserError(400, CUT_OFF);
}

export function emptyFile(): UserError {
  return new UserError(422, 'The file is empty');
}

/** The sentence about a rejected file. The details of an internal error are left out. */
export function rejectionOf(error: unknown, context: { filename: string; maxPixels: number }): Rejection {
  const { status, message } = failureSentence(error, context.maxPixels);
  return { filename: context.filename, status, message };
}

function failureSentence(error: unknown, maxPixels: number): { status: number; message: string } {
  if (error instanceof UserError) return error;
  if (error instanceof DecodeError) return decodeSentence(error.reason, maxPixels);
  const trouble = troubleOf(error);
  if (trouble) return { status: trouble.status, message: `${trouble.message}: ${NOTHING_STORED}` };
  return { status: 500, message: INTERNAL };
}

function decodeSentence(reason: DecodeFailure, maxPixels: number): { status: number; message: string } {
  const megapixels = Math.floor(maxPixels / PIXELS_PER_MEGAPIXEL);
  const damaged = { status: 422, message: 'The picture is damaged or incomplete and cannot be read' };
  const internal = { status: 500, message: INTERNAL };
  const again = { status: 503, message: INTERNAL };
  const sentences: Record<DecodeFailure, { status: number; message: string }> = {
    'too-many-pixels': {
      status: 422,
      message: `The picture is larger than the ${megapixels} megapixels that are allowed`,
    },
    hung: { status: 422, message: 'The picture takes too long to read' },
    memory: { status: 422, message: 'The picture needs too much memory to read' },
    unreadable: damaged,
    crashed: damaged,
    // The picture may be good: the file can be sent again.
    killed: again,
    'read-error': again,
    busy: { status: 503, message: BUSY },
    internal,
    'disk-full': { status: 507, message: `The disk of the server is full: ${NOTHING_STORED}` },
    'disk-trouble': { status: 503, message: `The server cannot use its disk at the moment: ${NOTHING_STORED}` },
  };
  return sentences[reason];
}
