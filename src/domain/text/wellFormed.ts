/** The text without halves of characters, such as a cut leaves; `toWellFormed` is too new for old tablets. */
export function wellFormed(text: string): string {
  return Array.from(text, (character) => (/^[\uD800-\uDFFF]$/.test(character) ? '\uFFFD' : character)).join('');
}
