export interface Count {
  /** The name for people, in the singular or plural that fits the count. */
  what: string;
  count: number;
}

/** The rights that ended in a database which an older one replaces. */
export interface EndedRights {
  /** Ended in the older database too. */
  ended: Count[];
  /** Valid again, because the older database has no place for their end, or it is not known whether they ended. */
  returning: Count[];
  /** Set where the newer database cannot be read: rights of the older one, all of which are valid again. */
  unread?: Count[];
}

/**
 * Returns a sentence where the newer database cannot be read, and an end of one for each of the two lists that has
 * entries: '1 revoked key and 2 sessions stay ended'.
 */
export function endedTexts({ ended, returning, unread }: EndedRights): string[] {
  return [
    ...(unread ? [rightsReturn(unread)] : []),
    ...(ended.length > 0 ? [`${listOf(ended)} ${isOne(ended) ? 'stays' : 'stay'} ended`] : []),
    ...(returning.length > 0 ? [`${listOf(returning)} ${isOne(returning) ? 'comes' : 'come'} back`] : []),
  ];
}

function isOne(counts: readonly Count[]): boolean {
  return counts.length === 1 && counts[0]?.count === 1;
}

export function listOf(counts: readonly Count[]): string {
  const named = counts.map(({ what, count }) => `${count} ${what}`);
  const [last = ''] = named.slice(-1);
  return named.length < 2 ? last : `${named.slice(0, -1).join(', ')} and ${last}`;
}

/** A sentence for when the newer database cannot be read, so that nobody knows what ended in it. */
export function rightsReturn(rights: readonly Count[]): string {
  return `It cannot be read what ended since, so all of ${listOf(rights)} are valid again`;
}
