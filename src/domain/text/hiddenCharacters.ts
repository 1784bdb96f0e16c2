/**
 * Matches control characters, line breaks, and marks that change the direction of a text. Joiners are not matched,
 * since emoji and Persian need them, nor the marks for one place (U+200E, U+200F), which texts of two directions need.
 */
const HIDDEN = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/** Whether a text contains characters that act where it is shown, such as steering a terminal or reversing a line. */
export function hasHiddenCharacters(text: string): boolean {
  return HIDDEN.test(text);
}

/** The text for a terminal: hidden characters become the sign for what cannot be shown. */
export function withoutHiddenCharacters(text: string): string {
  return text.replace(new RegExp(HIDDEN, 'gu'), '\u{FFFD}');
}

/** Half of a pair of UTF-16, which no encoding can store. */
const LONE_SURROGATES = /\p{Cs}/gu;

/** The text without hidden characters, where nobody can be asked to remove them. */
export function strippedOfHidden(text: string): string {
  return text.replace(LONE_SURROGATES, '\u{FFFD}').replace(new RegExp(HIDDEN, 'gu'), '');
}

/** Removes the halves of characters that cutting a text leaves; `toWellFormed` is too new for old tablets. */
export function wellFormed(text: string): string {
  return Array.from(text, (character) => (/^[\uD800-\uDFFF]$/.test(character) ? '\uFFFD' : character)).join('');
}

/**
 * Whether this is a text of one line that is stored and shown as it is: at most so many characters, none of them hidden.
 * An emoji counts as one.
 */
export function isPlainLine(text: unknown, most: number): text is string {
  if (typeof text !== 'string' || text.length > 2 * most || Array.from(text).length > most) return false;
  // JSON can contain half of a UTF-16 pair, which no encoding can store.
  return !/\p{Cs}/u.test(text) && !hasHiddenCharacters(text);
}
