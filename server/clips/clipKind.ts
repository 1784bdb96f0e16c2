import { CLIP_BOUNDS, CLIP_FIELD, clipNameOf, pictureNameOf } from '#contract/clips/clips.ts';
import { clipRefusedText } from '#domain/clips/clipBounds.ts';
import { clipPairs, isVideoName } from '#domain/clips/clipPairs.ts';
import type { CompanionKind, Making } from '#server/core/companionKind.ts';
import { UserError } from '#server/core/errors.ts';
import { fits } from '#server/core/schemaChecks.ts';
import type { DecodePool } from '#server/photos/decode/decodePool.ts';
import { DecodeError, type DecodeFailure } from '#server/photos/decode/decoderResponses.ts';
import { type ClipInput, FoundClip, MadeClip } from './clipMessages.ts';

/** The name of a clip in its photo's folder. */
export const CLIP_PART = 'beside-clip.mp4';

const FIELD_TEXT = `A field \`${CLIP_FIELD}\` has the video of a photo that moves, named after its picture: \`${clipNameOf('IMG_1.jpg')}\` for \`IMG_1.jpg\`. A refused one leaves its photo.`;

const MODULE = new URL('./clipWork.ts', import.meta.url).href;

/** The packets of 20 MB are copied in a third of a second; a file that takes long is made to. */
const TIMEOUT_MS = 15_000;

/** The ends of a decoder process that are the file's own fault. */
const FILES_FAULT: readonly DecodeFailure[] = ['unreadable', 'hung', 'crashed', 'memory', 'internal'];

/** The sentence for a video without a photo, where nothing makes a still from it. */
const ALONE_TEXT = 'A video by itself is not read here: drop it into the album on its page, which makes its photo';

/** Clips as files beside photos. Their bytes are read in a decoder process. */
export function clipKind(decoder: Pick<DecodePool, 'work'>): CompanionKind {
  const work = async (input: ClipInput, making: Making) => {
    try {
      return await decoder.work({ module: MODULE, input, timeoutMs: TIMEOUT_MS }, making);
    } catch (error) {
      if (error instanceof DecodeError && FILES_FAULT.includes(error.reason)) throw refused();
      throw error;
    }
  };
  return {
    part: CLIP_PART,
    upload: { field: CLIP_FIELD, maxBytes: CLIP_BOUNDS.bytes, describes: FIELD_TEXT },
    pictureOf: pictureNameOf,
    isNamed: isVideoName,
    pairs: clipPairs,
    aloneText: ALONE_TEXT,

    within: async (picture, making) => {
      const found = await work({ findIn: picture }, making);
      if (!fits(FoundClip, found)) throw refused();
      return found.within ?? undefined;
    },

    make: async (files, making) => {
      const made = await work(files, making);
      if (!fits(MadeClip, made)) throw refused();
      if ('refused' in made) throw refused(made.refused);
      return { clip: made.clip };
    },
  };
}

function refused(why?: string): UserError {
  return new UserError(415, clipRefusedText(why));
}
