import { CLIP_PATTERN, CLIP_TYPE } from '#contract/clips/clips.ts';
import type { OtherFiles } from '../slots.ts';
import { partOf } from './byteRange.ts';
import { clipCacheName, evictClips, storedClip, warmClip } from './clipStore.ts';

/**
 * The clips of photos. A wall plays stored ones only: from a slow network a clip would start late, and take the network
 * from the stills.
 */
export const clips: OtherFiles = {
  pattern: CLIP_PATTERN,
  cacheName: clipCacheName,
  respond: async (request, place) => {
    const clip = await storedClip(place);
    return clip ? partOf(clip, request.headers.get('Range'), CLIP_TYPE) : Response.error();
  },
  warm: warmClip,
  evict: evictClips,
};
