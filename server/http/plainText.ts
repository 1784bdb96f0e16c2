import { hasHiddenCharacters } from '#domain/text/hiddenCharacters.ts';
import { UserError } from '../errors.ts';

const HIDDEN = 'Please leave out control characters and marks that turn the direction of a text';

/** Call for every text of people that is shown on one line, such as a name. */
export function plainText(text: string): string {
  if (hasHiddenCharacters(text)) throw new UserError(400, HIDDEN);
  return text;
}

/** The same for texts of several lines: captions. */
export function plainLines(text: string): string {
  plainText(text.replaceAll(/\r?\n/g, ''));
  return text;
}
