import { randomBytes } from 'node:crypto';
import type { Database } from '#server/core/db/open.ts';
import { carryKeys, keysIn, knownKeys, type SealedName, writeKeys } from '#server/core/db/sealingKeysFile.ts';
import { Mutex } from '#server/core/locks.ts';
import { serverSecret } from './secretRepository.ts';
import { openText, sealText } from './secrets.ts';

const KEY_BYTES = 32;

/** Encrypts texts of one kind, and decrypts them. */
export interface Sealing {
  seal: (text: string) => string;
  /** Undefined when none of the keys has sealed it: its key did not come along with the database. */
  open: (sealed: string) => string | undefined;
}

/**
 * The keys with which the server seals what it has to know in the clear. They are in a file of the data folder, so that
 * a copy of the database alone does not reveal what is sealed. A whole backup has the file too, because a restored
 * server shall go on without anybody's help. Servers on one PostgreSQL have no folder in common: there the keys are in
 * the database.
 */
export class SealingKeys {
  readonly #db: Database;
  readonly #place: { dataDir: string; databaseUrl?: string | undefined };
  readonly #known = new Map<SealedName, Promise<Sealing>>();
  readonly #writing = new Mutex();

  constructor(db: Database, place: { dataDir: string; databaseUrl?: string | undefined }) {
    this.#db = db;
    this.#place = place;
  }

  /** Makes the first key when there is none. */
  of(name: SealedName): Promise<Sealing> {
    const known = this.#known.get(name) ?? this.#keysOf(name).then(sealingWith);
    this.#known.set(name, known);
    known.catch(() => this.#known.delete(name));
    return known;
  }

  /**
   * Moves keys that an earlier version stored in the database to the file. They stay in the database when the disk
   * takes no writes.
   */
  async moveOut(): Promise<void> {
    const { dataDir, databaseUrl } = this.#place;
    if (databaseUrl !== undefined) return;
    await carryKeys(this.#db, { from: dataDir, to: dataDir }).catch(() => undefined);
  }

  async #keysOf(name: SealedName): Promise<string[]> {
    if (this.#place.databaseUrl !== undefined) return [await serverSecret(this.#db, name)];
    const { dataDir } = this.#place;
    const release = await this.#writing.acquire();
    try {
      const known = (await knownKeys(this.#db, dataDir))[name];
      if (known) return known;
      const fresh = [randomBytes(KEY_BYTES).toString('hex')];
      writeKeys(dataDir, { ...keysIn(dataDir), [name]: fresh });
      return fresh;
    } finally {
      release();
    }
  }
}

function sealingWith(keys: readonly string[]): Sealing {
  const [inUse = ''] = keys;
  return {
    seal: (text) => sealText(text, inUse),
    open: (sealed) => {
      for (const key of keys) {
        const text = opened(sealed, key);
        if (text !== undefined) return text;
      }
      return undefined;
    },
  };
}

function opened(sealed: string, key: string): string | undefined {
  try {
    return openText(sealed, key);
  } catch {
    return undefined;
  }
}
