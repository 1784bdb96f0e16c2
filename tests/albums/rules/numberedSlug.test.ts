import { describe, expect, it } from 'vitest';
import { SLUG_MAX_CHARACTERS } from '#contract/limits.ts';
import { freeSlug } from '#domain/albums/slug.ts';

const taken =
  (...slugs: string[]) =>
  (slug: string) =>
    slugs.includes(slug);

describe('freeSlug', () => {
  it('is the slug of the name, numbered when it is taken', () => {
    expect(freeSlug('Straße 7', taken())).toBe('strasse-7');
    expect(freeSlug('Trip', taken('trip'))).toBe('trip-2');
    expect(freeSlug('Trip', taken('trip', 'trip-2', 'trip-3'))).toBe('trip-4');
  });

  it('is made up for a name that gives none, and never one that is reserved', () => {
    expect(freeSlug('日本', taken())).toBe('album');
    expect(freeSlug('日本', taken('album'))).toBe('album-2');
    expect(freeSlug('Albums', taken())).toBe('albums-2');
  });

  it('keeps to the longest slug, the number included', () => {
    const long = freeSlug('x'.repeat(200), (slug) => slug.length === SLUG_MAX_CHARACTERS && !slug.endsWith('-10'));
    expect(long).toHaveLength(SLUG_MAX_CHARACTERS);
    expect(long.endsWith('-10')).toBe(true);
    const cutAtHyphen = freeSlug(
      `${'x'.repeat(SLUG_MAX_CHARACTERS - 3)} yy`,
      taken(`${'x'.repeat(SLUG_MAX_CHARACTERS - 3)}-yy`),
    );
    expect(cutAtHyphen).toBe(`${'x'.repeat(SLUG_MAX_CHARACTERS - 3)}-2`);
  });
});
