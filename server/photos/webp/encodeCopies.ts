import type { DecodePool } from '../decode/decodePool.ts';
import { DecodeError, type DecodeFailure } from '../decode/decodeError.ts';
import type { DecodeRequest } from '../decode/decoderMessages.ts';
import type { DecodedPhoto } from '../decode/decoderResponses.ts';
import type { PhotoStore } from '../store/photoStore.ts';
import type { SourcePhoto } from './webpQueries.ts';

/** Failures that say nothing about the picture, which may be tried again. */
const PASSING: readonly DecodeFailure[] = ['busy', 'killed', 'read-error', 'disk-full', 'disk-trouble', 'internal'];

export interface EncodingParts {
  store: Pick<PhotoStore, 'partsOf' | 'withFile' | 'stage'>;
  decoder: Pick<DecodePool, 'decode'>;
  maxPixels: number;
}

interface Encoding {
  photo: SourcePhoto;
  signal: AbortSignal;
  /** Turns of the decoder are shared among people; this one is nobody. */
  owner: string;
  /** The most pixels along the longer side of the larger image; where it is absent, those of `medium`. */
  longSide?: number;
}

type Outcome = 'made' | 'unreadable' | 'later';

/** Makes both images of a photo in WebP from its original, and hands their files to `keep`; what it leaves is removed. */
export async function encodeCopies(
  { store, decoder, maxPixels }: EncodingParts,
  { photo, signal, owner, longSide }: Encoding,
  keep: (files: DecodeRequest['files'], decoded: DecodedPhoto) => Promise<void>,
): Promise<Outcome> {
  const { original } = (await store.partsOf(photo)).parts;
  if (original === undefined) return 'later';
  const { contentHash, rotation } = photo;
  const staged = await store.stage();
  try {
    return await store.withFile(original, async (file) => {
      const files = { ...staged.files, original: file };
      const sized = longSide === undefined ? {} : { longSide };
      const request = { files, contentHash, maxPixels, rotation, format: 'webp' as const, ...sized };
      const decoded = await decodedOr(decoder.decode(request, { signal, owner }), signal);
      if (typeof decoded === 'object') await keep(staged.files, decoded);
      return typeof decoded === 'object' ? 'made' : decoded;
    });
  } finally {
    await staged.discard();
  }
}

async function decodedOr(
  decoding: Promise<DecodedPhoto>,
  signal: AbortSignal,
): Promise<DecodedPhoto | 'unreadable' | 'later'> {
  try {
    return await decoding;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof DecodeError)) throw error;
    return PASSING.includes(error.reason) ? 'later' : 'unreadable';
  }
}
