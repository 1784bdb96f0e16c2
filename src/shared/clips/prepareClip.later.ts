import { CLIP_FIELD, CLIP_TYPE, clipNameOf } from '#contract/clips/clips.ts';
import { UPLOAD_MADE_FROM_FIELD } from '#contract/paths.ts';
import { clipRefusedText } from '#domain/clips/clipBounds.ts';
import { isVideoName } from '#domain/clips/clipPairs.ts';
import type { PreparedFile, Preparing, Refusal } from '#src/shared/slots.ts';
import { makeClip, type MadeClip } from './makeClip.ts';

/** A picture is sent as it is, also where its video cannot be. */
export async function withClip(photo: File, video: Blob, { signal, onProgress }: Preparing): Promise<PreparedFile> {
  const made = await makeClip({ video, needs: 'clip' }, { signal, onProgress });
  if ('refused' in made) return { photo, note: clipRefusedText(made.refused) };
  return { photo, beside: clipOf(made, photo.name) };
}

/** A video by itself becomes a photo: its still. */
export async function photoOf(video: File, { hash, signal, onProgress }: Preparing): Promise<PreparedFile | Refusal> {
  const needs = hash === undefined ? 'clip, still and hash' : 'clip and still';
  const made = await makeClip({ video, needs }, { signal, onProgress });
  if ('refused' in made) return { refused: `No photo can be made from this video (${made.refused}).` };
  if (!made.still) return { refused: 'No photo can be made from this video (it has no picture).' };
  const name = `${isVideoName(video.name) ? video.name.replace(/\.[^.]*$/, '') : video.name}.jpg`;
  const madeFrom = hash ?? made.hash;
  return {
    photo: new File([made.still], name, { type: 'image/jpeg' }),
    beside: clipOf(made, name),
    note: 'Of a video its still and its clip are kept, not the file itself.',
    ...(madeFrom !== undefined && { before: { [UPLOAD_MADE_FROM_FIELD]: madeFrom } }),
    ...(made.takenAt !== undefined && { takenAt: made.takenAt }),
  };
}

function clipOf({ clip }: MadeClip, photoName: string): NonNullable<PreparedFile['beside']> {
  return { field: CLIP_FIELD, file: new File([clip], clipNameOf(photoName), { type: CLIP_TYPE }) };
}
