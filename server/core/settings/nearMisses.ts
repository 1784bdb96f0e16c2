import type { Variables } from './variableReader.ts';

/** Settings that are no longer needed, and why. An installation may still set them. */
export const FORMER: Readonly<Record<string, string>> = {
  BACKUP_EVERY: 'whole backups are made once a day, and what changed is copied within BACKUP_FOLLOW',
  SOCKET_URL: 'sockets are where BASE_API_URL leads',
  PRODUCTION_SOCKET_URL: 'it is PUBLIC_URL',
};

/** Returns a sentence for each setting that can be left out from now on. */
export function formerSettings(variables: Variables): string[] {
  const set = Object.entries(FORMER).filter(([name]) => variables[name]?.trim());
  return set.map(([name, why]) => `${name} still counts, and can be left out: ${why}.`);
}

/** The shortest name that is compared: in a shorter one, a different letter makes another word. */
const SHORTEST = 7;

/** Returns a sentence for each variable that is no setting, but is spelled almost like one: `BACKUP_DIRS`. */
export function nearMisses(variables: Variables, settings: readonly string[]): string[] {
  const known = new Set(settings);
  return Object.keys(variables).flatMap((name) => {
    if (known.has(name)) return [];
    const meant = settings.find((setting) => isNear(name, setting));
    return meant === undefined ? [] : [`${name} is no setting: did you mean ${meant}?`];
  });
}

function isNear(name: string, setting: string): boolean {
  const [written, known] = [name, setting].map((one) => one.toUpperCase().replaceAll(/[-_]/g, ''));
  if (written === known) return true;
  return setting.length >= SHORTEST && isOneEditAway(written ?? '', known ?? '');
}

/** Whether one letter was added, left out, replaced, or swapped with the next. */
function isOneEditAway(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < shorter.length && shorter[at] === longer[at]) at += 1;
  if (shorter.length !== longer.length) return shorter.slice(at) === longer.slice(at + 1);
  const isSwapped = shorter[at] === longer[at + 1] && shorter[at + 1] === longer[at];
  return (
    shorter.slice(at + 1) === longer.slice(at + 1) || (isSwapped && shorter.slice(at + 2) === longer.slice(at + 2))
  );
}
