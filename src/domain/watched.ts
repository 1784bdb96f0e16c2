// The conditions that alerts report, and the words that more than one subject says about them.

/**
 * A condition that is reported once it has held for long enough: a node is silent, a value is beyond its limit, a disk
 * is full. Times are on a clock that never jumps and continues while the machine sleeps.
 */
export interface Condition {
  /** The id of the thing or of the trouble. */
  id: string;
  /** The time since which it has held: for a silence, the last sign of life. Null: it does not hold. */
  since: number | null;
  /** The time that it has to hold before it is reported; null: it is never reported. */
  holdsMs: number | null;
  /** Whether it is normal now, as silence is in the dark hours of a tablet: that time does not count. */
  isExcused?: boolean;
}

/** The text of a message to people. */
export interface Words {
  title: string;
  body: string;
}

export const NAMED = 10;

/** The first names, and the number of the others. */
export function listOfNames(names: readonly string[]): string {
  const named = names.slice(0, NAMED).join(', ');
  const more = names.length - NAMED;
  return more > 0 ? `${named} and ${more} more` : named;
}

export interface SilentThing {
  name: string;
  /** The time since it was last heard. */
  ageMs: number;
}

/** The words for a kind of things that can fall silent. */
export interface SilenceTerms {
  /** Such as 'nodes'. */
  things: string;
  silent: string;
  nothing: string;
  back: string;
}

/** One message for everything that fell silent together; `total` is their number. */
export function silentWords(
  things: readonly SilentThing[],
  { total, terms }: { total: number; terms: SilenceTerms },
): Words {
  const age = minutesText(Math.min(...things.map(({ ageMs }) => ageMs)));
  const { silent, nothing } = terms;
  const [first, another] = things;
  if (first && !another) return { title: `${first.name} is ${silent}`, body: `${nothing} for ${age}.` };
  return {
    title: `${countInTotal(things.length, total)} ${terms.things} are ${silent}`,
    body: `${nothing} for ${age} or more: ${listOfNames(things.map(({ name }) => name))}.`,
  };
}

export function backWords(names: readonly string[], { things, back }: SilenceTerms): Words {
  const [first, another] = names;
  if (first !== undefined && another === undefined) return { title: `${first} is ${back}`, body: 'It reports again.' };
  return { title: `${names.length} ${things} are ${back}`, body: `They report again: ${listOfNames(names)}.` };
}

function minutesText(ageMs: number): string {
  const minutes = Math.max(1, Math.floor(ageMs / 60_000));
  if (minutes < 120) return `${minutes} minute${minutes === 1 ? '' : 's'}`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

function countInTotal(count: number, total: number): string {
  if (count < total) return String(count);
  return count === 2 ? 'Both' : `All ${count}`;
}
