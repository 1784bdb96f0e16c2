import { countOf } from '../curation/counts.ts';
import type { UploadTarget } from './uploadPlan.ts';

/** The time for which an interrupted upload can be continued. */
const STORED_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Files that were chosen together, stored until the last of them has been sent. */
export interface UploadDrop {
  id: string;
  userId: string;
  /** Changes with each tab that takes over the upload, so that only one of two tabs does. */
  claim: string;
  addedAtMs: number;
  /** The number of chosen files. */
  total: number;
  albums: UploadTarget[];
}

/** A file that is still to be sent. */
export interface StoredUpload {
  drop: string;
  /** Its place among the files of the drop. */
  number: number;
  albumId: string;
  name: string;
  size: number;
  /** The folders it lies in, from the dropped one down. */
  path: readonly string[];
  /** The drop's handle with which the browser can read the file again. */
  root: number | undefined;
  hash: string | undefined;
}

export interface Unfinished {
  total: number;
  missing: number;
  /** The number of missing files that the browser can read again without a new choice. */
  inReach: number;
  /** Whether some of them lay in folders. */
  isOfFolders: boolean;
  albums: string[];
}

export function isOutdated({ addedAtMs }: UploadDrop, nowMs: number): boolean {
  return nowMs - addedAtMs > STORED_DAYS * DAY_MS;
}

/** The unsent files of these drops, together; undefined when there are none. */
export function unfinishedOf(drops: readonly UploadDrop[], missing: readonly StoredUpload[]): Unfinished | undefined {
  if (missing.length === 0) return undefined;
  const concerned = drops.filter(({ id }) => missing.some(({ drop }) => drop === id));
  const albums = new Map(concerned.flatMap((drop) => drop.albums.map(({ id, name }) => [id, name])));
  return {
    total: concerned.reduce((sum, { total }) => sum + total, 0),
    missing: missing.length,
    inReach: missing.filter(({ root }) => root !== undefined).length,
    isOfFolders: missing.some(({ path }) => path.length > 0),
    albums: [...albums].flatMap(([id, name]) => (missing.some(({ albumId }) => albumId === id) ? [name] : [])),
  };
}

export function unfinishedText({ total, missing, inReach, isOfFolders, albums }: Unfinished): string {
  const where = albums.length === 1 ? `“${albums[0]}”` : countOf(albums.length, 'album');
  const are = missing === 1 ? 'is' : 'are';
  if (inReach === missing) {
    return `${missing.toLocaleString('en')} of ${countOf(total, 'photo')} ${are} still to be sent to ${where}.`;
  }
  const what = isOfFolders ? 'the folder or the photos' : 'the photos';
  return `Choose ${what} again: ${countOf(missing, 'photo')} ${are} still missing in ${where}.`;
}

/** Albums may have been deleted, or taken away from the person: the server does not tell which. */
export function albumsGoneText(names: readonly string[]): string {
  const albums = names.map((name) => `“${name}”`).join(', ');
  const are = names.length === 1 ? 'is' : 'are';
  return `${albums} ${are} no longer there for you: what was still to be sent there stays on your device.`;
}

interface Chosen {
  file: { name: string; size: number };
  path: readonly string[];
}

/** Pairs the missing files with chosen ones of their name and size, those from a folder of the same name first. */
export function matchChosen<One extends Chosen>(
  missing: readonly StoredUpload[],
  chosen: readonly One[],
): { kept: StoredUpload; chosen: One }[] {
  const byName = groupByIdentity(chosen);
  const found = new Map<StoredUpload, One>();
  const take = (kept: StoredUpload, isMeant: (one: One) => boolean) => {
    const candidates = byName.get(identityOf(kept)) ?? [];
    const place = candidates.findIndex(isMeant);
    const [one] = place === -1 ? [] : candidates.splice(place, 1);
    if (one) found.set(kept, one);
  };
  for (const kept of missing) take(kept, ({ path }) => path.at(-1) === kept.path.at(-1));
  for (const kept of missing) if (!found.has(kept)) take(kept, () => true);
  return Array.from(found, ([kept, one]) => ({ kept, chosen: one }));
}

function identityOf({ name, size }: { name: string; size: number }): string {
  return `${size} ${name.normalize('NFC')}`;
}

function groupByIdentity<One extends Chosen>(chosen: readonly One[]): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of chosen) {
    const identity = identityOf(one.file);
    const group = groups.get(identity);
    if (group) group.push(one);
    else groups.set(identity, [one]);
  }
  return groups;
}
