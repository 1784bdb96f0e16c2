import { hasHiddenCharacters } from '../../src/domain/text/hiddenCharacters.ts';
import { UserError } from '../errors.ts';

const HIDDEN = 'Please leave out control characters and marks that turn the direction of a text';

/** To be called for every text of people that is shown on one line: names, captions. */
export function plainText(text: string): string {
  if (hasHiddenCharacters(text)) throw new UserError(400, HIDDEN);
  return text;
}
