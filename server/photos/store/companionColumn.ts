import { isRecord, textOf } from '#domain/records.ts';
import type { CompanionFields, CompanionPart } from '#server/core/companionKind.ts';
import { isCompanion } from './photoNames.ts';

/** A file beside a photo's own, as the photo's row has it. */
export interface StoredCompanion {
  /** SHA-256 of the file. */
  hash: string;
  bytes: number;
  /** The fields that lists add to the photo. */
  fields: CompanionFields;
}

/** The files beside a photo's own, by their names, from the column `companions`. */
export function companionsIn(column: string | null): [CompanionPart, StoredCompanion][] {
  if (column === null) return [];
  const stored: unknown = JSON.parse(column);
  if (!isRecord(stored)) return [];
  return Object.entries(stored).flatMap(([part, companion]): [CompanionPart, StoredCompanion][] => {
    if (!isCompanion(part) || !isRecord(companion)) return [];
    const { bytes, fields } = companion;
    const hash = textOf(companion, 'hash');
    if (hash === '' || typeof bytes !== 'number' || !isRecord(fields)) return [];
    return [[part, { hash, bytes, fields }]];
  });
}

/** The column with one file more, or with another in its place. */
export function withCompanion(column: string | null, part: CompanionPart, companion: StoredCompanion): string {
  return companionColumn([...companionsIn(column), [part, companion]]);
}

export function companionColumn(companions: Iterable<[CompanionPart, StoredCompanion]>): string {
  return JSON.stringify(Object.fromEntries(companions));
}
