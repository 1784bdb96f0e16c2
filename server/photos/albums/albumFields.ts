import { ALBUM_NAME_MAX_CHARACTERS } from '#contract/limits.ts';
import { isSlug } from '#domain/albums/slug.ts';
import { UserError } from '../../errors.ts';
import { plainText } from '../../http/responses.ts';

const SLUG_RULE =
  'The slug must be 1 to 80 of the characters a-z, 0-9, "_" and "-", begin and end with a letter, digit or "_", and not be "albums"';

/** Allows for blanks around a name. */
const LONGEST_NAME = 2 * ALBUM_NAME_MAX_CHARACTERS;

export function checkedSlug(slug: string): string {
  if (isSlug(slug)) return slug;
  throw new UserError(400, SLUG_RULE);
}

export function checkedName(text: string): string {
  // The length is checked first, because trimming a very long string takes long.
  const name = text.length > LONGEST_NAME ? text : text.trim();
  if (name === '') throw new UserError(400, 'The album needs a name');
  if (name.length <= ALBUM_NAME_MAX_CHARACTERS) return plainText(name);
  throw new UserError(400, `The name of an album may have ${ALBUM_NAME_MAX_CHARACTERS} characters at most`);
}
