import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isRecord, textOf } from '#domain/records.ts';
import type { Count, EndedRights } from '#domain/library/endedRights.ts';
import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { storedSince } from '#server/core/db/sqlite/databaseCopies.ts';
import { carryReadableRights, unlessDamaged } from '#server/core/db/sqlite/endedRights.ts';
import { UserError } from '#server/core/errors.ts';
import { replaceDurably } from '#server/core/files/durableFiles.ts';
import { VERSION } from '#server/core/settings/version.ts';
import { NO_UPDATES, type Start, startOf, type Step, type Updates, type Version } from './updateSteps.ts';

const FILE = 'update.json';
/** The folder of the versions that were brought beside the checkout. */
export const VERSIONS_FOLDER = 'versions';
const ROOT = join(import.meta.dirname, '../..');
const NAME = /^[\w.-]+$/;

/** A damaged file counts as none: then the checkout itself runs. */
export function readUpdates(dataDir: string): Updates {
  try {
    const found: unknown = JSON.parse(readFileSync(join(dataDir, FILE), 'utf8'));
    return isRecord(found) && isSound(found) ? { ...NO_UPDATES, ...found } : NO_UPDATES;
  } catch {
    return NO_UPDATES;
  }
}

export async function writeUpdates(dataDir: string, updates: Updates): Promise<void> {
  await replaceDurably(join(dataDir, FILE), Buffer.from(`${JSON.stringify(updates, null, 1)}\n`));
}

export async function writeStep(dataDir: string, step: Step | null): Promise<void> {
  await writeUpdates(dataDir, { ...readUpdates(dataDir), step });
}

/** The version to which the running code belongs. */
export function ownVersion(dataDir: string): Version {
  const folder = relative(join(dataDir, VERSIONS_FOLDER), ROOT);
  const isInside = folder !== '' && !folder.startsWith('..') && !folder.includes(sep);
  return { version: VERSION, folder: isInside ? join(VERSIONS_FOLDER, folder) : null };
}

/** Returns the role of a process that was started on this data folder. */
export function foundStart(dataDir: string): Start {
  const isThere = (folder: string) => existsSync(join(dataDir, folder, 'server/main.ts'));
  return startOf(readUpdates(dataDir), { own: ownVersion(dataDir), isThere });
}

/**
 * The folder of a version's program. Without a folder it is the checkout to which this code belongs, or from which it
 * was started.
 */
export function programOf(dataDir: string, { folder }: Version): string {
  return folder === null ? (process.env.UPDATE_CHECKOUT ?? ROOT) : join(dataDir, folder);
}

/** Only paths that this program can have written are followed; the rest of the file is used by this program alone. */
function isSound(found: Record<string, unknown>): found is Record<string, unknown> & Partial<Updates> {
  const { current, before, step } = found;
  const versions = [current, isRecord(before) && before.version, isRecord(step) && step.to];
  const copies = [before, step].flatMap((one) => (isRecord(one) && 'copy' in one ? [textOf(one, 'copy')] : []));
  return (
    versions.every((one) => !isRecord(one) || one.folder === null || isFolder(textOf(one, 'folder'))) &&
    copies.every((name) => NAME.test(name))
  );
}

function isFolder(folder: string): boolean {
  const [first, name = '', ...rest] = folder.split('/');
  return first === VERSIONS_FOLDER && NAME.test(name) && !name.startsWith('.') && rest.length === 0;
}

const UNFIT = 409;

interface GoingBack {
  to: string;
  at: number;
  /** Everything that was stored since; undefined where the database cannot be read. */
  lost: Count[] | undefined;
  /** Rights that ended since. */
  rights: EndedRights;
}

/** Returns the data that a return to the version before would lose, and the rights that ended since. */
export function lostByGoingBack(dataDir: string): GoingBack {
  const { before } = readUpdates(dataDir);
  if (!before) throw new UserError(UNFIT, 'There is no update to go back from');
  const rights = carryReadableRights({ ...databasesOf(dataDir, before.copy), isTrial: true });
  const lost = unlessDamaged(() => storedSince(dataDir, before.copy));
  return { to: before.version.version, at: before.at, lost, rights };
}

export async function goBack(dataDir: string): Promise<void> {
  const { before, current } = readUpdates(dataDir);
  if (!before || !current) throw new UserError(UNFIT, 'There is no update to go back from');
  // Ends the rights in the copy now, and the version before does it again after the change: it may know fewer kinds of
  // rights, and this version does not see rights that end until then.
  carryReadableRights(databasesOf(dataDir, before.copy));
  await writeStep(dataDir, { name: 'returning', to: current, copy: before.copy, why: 'somebody went back' });
}

export function databasesOf(dataDir: string, copy: string): { newer: string; older: string } {
  return { newer: join(dataDir, DATABASE_FILE), older: join(dataDir, copy) };
}
