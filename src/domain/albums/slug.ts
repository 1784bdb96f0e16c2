import { SLUG_MAX_CHARACTERS } from '#contract/limits.ts';

/** `/photos/albums` is the address of the album list itself, so no album can have it. */
const RESERVED_SLUGS = ['albums'];
const SLUG_PATTERN = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;

/**
 * Lower-case Latin letters that are not made of a letter and an accent, so that removing accents leaves them unchanged.
 */
const FOLDED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
};

/** Much longer than a slug may be, since accents and signs of the name are dropped. */
const LONGEST_NAME = 1_000;

/**
 * The slug proposed for a name: lower case, without accents and in ASCII ('Élan à Zürich' → 'elan-a-zurich', 'Straße' → 'strasse'). Empty for a name
 * without a single word character in ASCII, such as '日本'.
 */
export function slugFrom(name: string): string {
  return trimHyphens(
    name
      // Shortened first, because normalising a very long string takes minutes.
      .slice(0, LONGEST_NAME)
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^ -~]/g, (letter) => FOLDED[letter] ?? letter)
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-')
      .replace(/-+/g, '-'),
  );
}

/** Whether the server accepts this string as an album's slug. */
export function isSlug(text: string): boolean {
  return text.length <= SLUG_MAX_CHARACTERS && SLUG_PATTERN.test(text) && !RESERVED_SLUGS.includes(text);
}

function trimHyphens(text: string): string {
  const start = text.startsWith('-') ? 1 : 0;
  const cut = text.slice(start, start + SLUG_MAX_CHARACTERS);
  return cut.endsWith('-') ? cut.slice(0, -1) : cut;
}

/**
 * The slug for an album that is made automatically: from its name or, if that is taken, the first free one of name-2,
 * name-3 and so on. An album whose name gives no slug, such as '日本', is 'album'.
 */
export function freeSlug(name: string, isTaken: (slug: string) => boolean): string {
  const wanted = slugFrom(name) || 'album';
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : `-${number}`;
    const slug = wanted.slice(0, SLUG_MAX_CHARACTERS - ending.length).replace(/-$/, '') + ending;
    if (isSlug(slug) && !isTaken(slug)) return slug;
  }
}
