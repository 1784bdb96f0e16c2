/** The most names that a text has, and the most characters of each: two lists fit an entry of the audit log. */
const NAMES = 3;
const NAME_CHARACTERS = 20;

/** The albums that a person sees, for instance 'everything', '“Summer”, “Winter”' or '“A”, “B”, “C” and 4 more'. */
export function albumsSeenText(names: readonly string[] | null): string {
  if (names === null) return 'everything';
  if (names.length === 0) return 'no album';
  const more = names.length - NAMES;
  const named = names.slice(0, NAMES).map((name) => `“${shortened(name)}”`);
  return `${named.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`;
}

function shortened(name: string): string {
  const characters = Array.from(name);
  return characters.length <= NAME_CHARACTERS ? name : `${characters.slice(0, NAME_CHARACTERS - 1).join('')}…`;
}
