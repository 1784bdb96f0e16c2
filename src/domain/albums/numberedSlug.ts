import { SLUG_MAX_CHARACTERS } from '#contract/limits.ts';
import { isSlug, slugFrom } from './slug.ts';

/**
 * The slug for an album that is made without anybody to type one: from its name, and when that is taken the first of name-2,
 * name-3 and so on that is free. An album whose name gives no slug, such as '日本', is 'album'.
 */
export function freeSlug(name: string, isTaken: (slug: string) => boolean): string {
  const wanted = slugFrom(name) || 'album';
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : `-${number}`;
    const slug = wanted.slice(0, SLUG_MAX_CHARACTERS - ending.length).replace(/-$/, '') + ending;
    if (isSlug(slug) && !isTaken(slug)) return slug;
  }
}
