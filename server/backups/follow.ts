import { basename, join, resolve } from 'node:path';
import { Type, type Static } from 'typebox';
import { datedName } from '#domain/clock/when.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { DATABASE_FILE, SEALING_KEYS_FILE } from '#server/core/db/dataFolder.ts';
import { changedPhotos, writeSnapshot, databaseMark } from '#server/core/db/sqlite/snapshot.ts';
import { keysIn, writeKeys } from '#server/core/db/sealingKeysFile.ts';
import { reasonOf, UserError } from '#server/core/errors.ts';
import { repeat } from '#server/core/repeating.ts';
import { fits } from '#server/core/schemaChecks.ts';
import { countOf } from '#domain/curation/counts.ts';
import { datedBackups, ownBackups } from './copies/backupFolder.ts';
import { OwnFiles } from './copies/ownFiles.ts';
import { LibraryCopy } from './copies/libraryCopy.ts';
import { replaceDurably, textOfFile } from '#server/core/files/durableFiles.ts';
import { folderOf, FolderStore } from '#server/photos/store/folderStore.ts';
import { expectedParts } from '#server/photos/store/damagedParts.ts';
import type { BackupSource } from './backup.ts';
import type { BackupPlan } from './backupPlans.ts';

/** The folder beside the whole backups with what changed since the newest of them. */
const FOLLOWING = 'following';
const STATE_FILE = 'state.json';
/** One holds the newest snapshot, and the next is written into the other. */
const DATABASES = ['a.sqlite', 'b.sqlite'] as const;

const State = Type.Object({
  /** The name of the whole backup that has all other photos. */
  base: Type.String(),
  database: Type.Union([Type.Literal('a.sqlite'), Type.Literal('b.sqlite')]),
  /** When the snapshot was taken, in milliseconds since 1970. */
  madeAt: Type.Number(),
});
type State = Static<typeof State>;

/** The newest state of a library, in a folder of backups. */
export interface Followed {
  folder: string;
  database: string;
  madeAt: number;
  /** The folders that have the files of its photos, in this order. */
  layers: string[];
}

async function readState(folder: string): Promise<State | undefined> {
  try {
    const found: unknown = JSON.parse((await textOfFile(join(folder, STATE_FILE))) ?? '');
    return fits(State, found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The latest state that was copied after the whole backups of a folder; undefined when the newest of these is newer.
 */
export async function followedIn(place: string): Promise<Followed | undefined> {
  const folder = join(resolve(place), FOLLOWING);
  const state = await readState(folder);
  const backups = await datedBackups(place);
  const [newest] = backups;
  if (!state || newest === undefined || !backups.some((one) => basename(one) === state.base)) return undefined;
  if (datedName(state.madeAt) < basename(newest)) return undefined;
  return { folder, database: join(folder, state.database), madeAt: state.madeAt, layers: [folder, ...backups] };
}

/**
 * Copies the changes since the newest whole backup: first a snapshot of the database, then the photos that it names and
 * the backup lacks, and last the state that names both, so that an interrupted copy changes nothing. Returns the time
 * of the snapshot; undefined while there is no whole backup.
 */
export async function follow(
  { dataDir, store, now }: Pick<BackupSource, 'dataDir' | 'store' | 'now'>,
  place: string,
): Promise<number | undefined> {
  if ((await datedBackups(place)).length === 0) return undefined;
  const own = await OwnFiles.in(resolve(place));
  const [base] = await ownBackups(place, own);
  if (base === undefined) return undefined;
  const folder = join(resolve(place), FOLLOWING);
  for (const path of [folder, join(folder, 'photos'), join(folder, 'photos', 'library')]) await own.requireFolder(path);
  const before = await readState(folder);
  const database = DATABASES.find((name) => name !== before?.database) ?? DATABASES[0];
  const madeAt = now();
  await writeSnapshot(join(dataDir, DATABASE_FILE), { to: join(folder, database), open: (path) => own.open(path) });
  const photos = changedPhotos(join(folder, database), join(base, DATABASE_FILE));
  const there = new FolderStore(folder);
  const copy = new LibraryCopy({ from: store, folder, syncsDisk: false });
  for (const photo of photos) {
    const { parts } = await there.partsOf(photo);
    if ([...expectedParts(photo).keys()].some((part) => parts[part] === undefined)) await copy.add(photo);
  }
  await copy.sync();
  for (const name of [SEALING_KEYS_FILE, STATE_FILE]) own.clearUnlessOwn(join(folder, name));
  const keys = keysIn(dataDir);
  if (JSON.stringify(keys) !== JSON.stringify(keysIn(folder))) writeKeys(folder, keys);
  const state: State = { base: basename(base), database, madeAt };
  await replaceDurably(join(folder, STATE_FILE), Buffer.from(`${JSON.stringify(state)}\n`));
  await removeUnwanted(there, new Set(photos.map(folderOf)));
  const lacking = copy.report.missing + copy.report.damaged;
  if (lacking > 0)
    throw new UserError(500, `Files of ${countOf(lacking, 'new photo')} are missing or damaged: see verify`);
  return madeAt;
}

/** Removes the photos that the whole backup has by now, and those that the library no longer has. */
async function removeUnwanted(store: FolderStore, wanted: ReadonlySet<string>): Promise<void> {
  for await (const { address } of store.list()) {
    if (address && !wanted.has(folderOf(address))) await store.remove(address);
  }
}

interface FollowerOptions {
  /** The longest time from a change to its copy; undefined: nothing is copied between whole backups. */
  followMs?: number | undefined;
  dataDir: string;
  /**
   * A PostgreSQL database has copies of its own, and would have to be read whole each time: its changes are not copied
   * here.
   */
  databaseUrl?: string | undefined;
  /** Undefined: there are no backups, or another server makes them. */
  plan: () => Promise<BackupPlan | undefined>;
  /** Throws a sentence where the folder of a plan may not be written to (any more). */
  requireFit: (plan: BackupPlan) => Promise<void>;
  /** Copies the changes in a separate process, and resolves to its message. */
  copy: (dir: string) => Promise<unknown>;
}

/** The number of checks within that time: a change may come right after a check, and the copy takes a while. */
const CHECKS = 2;

function failed(why = 'the program that copies it ended before its time'): string {
  return `What changed could not be copied into the folder for backups, which is tried again: ${why}`;
}

/** Copies changes soon after they were stored, between two whole backups. */
export class BackupFollower {
  readonly #options: FollowerOptions;
  #stop: (() => Promise<void>) | undefined;
  #isStarted = false;
  #copying: Promise<void> | undefined;
  #copied: string | undefined;
  #followedAt: number | null = null;
  #failure: string | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  get followedAt(): number | null {
    return this.#followedAt;
  }

  get failure(): string | undefined {
    return this.#failure;
  }

  start(): void {
    const { followMs, databaseUrl } = this.#options;
    if (followMs === undefined || databaseUrl !== undefined) return;
    this.#isStarted = true;
    this.#stop = repeat(followMs / CHECKS, () => this.#copyChanges(), { atOnce: true });
  }

  /** Copies at once what changed while the first whole backup was made: without one there was nothing to follow. */
  async afterFirst(): Promise<void> {
    await this.#copying;
    if (this.#isStarted) await this.#copyChanges();
  }

  async #copyChanges(): Promise<void> {
    this.#copying ??= this.#follow().finally(() => (this.#copying = undefined));
    await this.#copying;
  }

  close(): Promise<void> | undefined {
    return this.#stop?.();
  }

  async #follow(): Promise<void> {
    try {
      const plan = await this.#options.plan();
      const mark = databaseMark(this.#options.dataDir);
      if (!plan || mark === this.#copied) return;
      await this.#options.requireFit(plan);
      const said = await this.#options.copy(plan.dir);
      if (!isRecord(said) || !('followedAt' in said)) {
        this.#failure = failed(isRecord(said) ? textOf(said, 'failure') : undefined);
        return;
      }
      this.#failure = undefined;
      if (typeof said.followedAt !== 'number') return;
      this.#followedAt = said.followedAt;
      this.#copied = mark;
    } catch (error) {
      this.#failure = failed(reasonOf(error));
    }
  }
}
