/**
 * Precedes the album's slug in the name of the cache with its clips, after the key's hash. Devices hold their data for
 * years, so it may not change.
 */
export const CLIP_CACHE = ':clips:';
