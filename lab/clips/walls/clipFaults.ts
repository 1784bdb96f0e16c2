import type { Fault } from '../../walls/planted/fault.ts';

/** Faults of clips, of the worker and of the page. */
export const CLIP_FAULTS: readonly Fault[] = [
  {
    script: 'worker',
    name: 'stores a page that comes instead of a clip',
    find: 'return status === 200 && !redirected && headers.get("Content-Type")?.startsWith("video/mp4") === true;',
    replace: 'return status === 200;',
  },
  {
    script: 'worker',
    name: 'stores a part of a clip as the whole',
    find: 'return status === 200 && !redirected && headers.get("Content-Type")?.startsWith("video/mp4") === true;',
    replace: 'return status < 300 && headers.get("Content-Type") === "video/mp4";',
  },
  {
    script: 'worker',
    name: 'keeps the clips of photos that were deleted',
    find: 'return [imagesCacheName(keyHash, slug), ...others];',
    replace: 'return [imagesCacheName(keyHash, slug)];',
  },
  {
    script: 'worker',
    name: 'keeps the clips of a revoked key',
    find: 'filter((name) => belongsToKey(name, keyHash))',
    replace: 'filter((name) => belongsToKey(name, keyHash) && !name.includes(CLIP_CACHE))',
  },
  {
    script: 'worker',
    name: 'makes room by pictures while there are clips',
    find: 'for (const { evict } of Object.values(OTHER_FILES)) if (await evict()) return true;',
    replace: '',
  },
  {
    script: 'worker',
    name: 'sends a whole clip where a part was asked for',
    find: 'if (wanted === "whole") return',
    replace: 'if (wanted !== "outside") return',
  },
  {
    script: 'worker',
    name: 'stores no clips',
    find: 'storeFile(place, clipCacheName(place.keyHash, place.albumSlug), new Response(clip, { headers }))',
    replace: 'Promise.resolve(true)',
  },
  {
    script: 'page',
    name: 'stores clips before photos',
    find: 'const { albumSlugs, photos, screen } = found;',
    replace:
      'const { albumSlugs, photos, screen } = found;\n\t\tfor (const { medium } of photos) await askWorker({ type: "warm", url: medium.replace("/medium/", "/clip/") });',
  },
  {
    script: 'page',
    name: 'lets a clip that halts cover its photo',
    find: 'return Math.min(now.sinceMs + clipMs, now.haltedMs ?? Infinity) + START_MS;',
    replace: 'return now.sinceMs + 3_600_000;',
  },
  {
    script: 'page',
    name: 'stores clips for photos that stand still',
    find: 'isWanted: ({ clips }) => clips !== "off",',
    replace: 'isWanted: () => true,',
  },
];
