import { SLUG_MAX_LENGTH } from '../../contract/limits.ts';

/** The address of the album list itself, so no album's. */
const RESERVED_SLUGS = ['albums'];
const SLUG_PATTERN = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/;

/**
 * The slug SPEC §5 makes from a name, after folding diacritics ('Élan à Zürich' → 'elan-a-zurich'). Empty for a name
 * without a single word character in ASCII, such as '日本'.
 */
export function slugFrom(name: string): string {
  return trimHyphens(
    name
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s+/g, '-')
      .replace(/-+/g, '-'),
  );
}

/** What the server takes (DECISIONS §3). */
export function isSlug(text: string): boolean {
  return text.length <= SLUG_MAX_LENGTH && SLUG_PATTERN.test(text) && !RESERVED_SLUGS.includes(text);
}

function trimHyphens(text: string): string {
  const start = text.startsWith('-') ? 1 : 0;
  const cut = text.slice(start, start + SLUG_MAX_LENGTH);
  return cut.endsWith('-') ? cut.slice(0, -1) : cut;
}
