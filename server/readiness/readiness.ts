import type { BackupSchedule } from '#server/backups/backupSchedule.ts';
import type { ReadinessCode } from '#contract/home/schemas.ts';
import { reasonOf } from '#server/core/errors.ts';
import { READINESS } from '#server/core/limits.ts';
import type { PhotoServices } from '../photos/photoServices.ts';

interface Finding {
  code: ReadinessCode;
  /** Only the operator sees this: it may name folders. */
  detail: string;
}

interface ReadinessCheck {
  /** The finding for a check that throws, or does not end in time. */
  code: ReadinessCode;
  find: () => Promise<Finding | undefined>;
  /** True when a late result is no problem: until it comes, the previous result counts. */
  mayBeLate?: boolean;
}

/**
 * Finds the reasons why the server cannot do all its work. It checks only on request, and at most once in
 * `READINESS.everyMs`.
 */
export class Readiness {
  readonly #checks: readonly ReadinessCheck[];
  readonly #now: () => number;
  /** Checks that have not ended yet. They are not started again: on a disk that hangs, another one would hang too. */
  readonly #running = new Map<ReadinessCheck, Promise<Finding | undefined>>();
  readonly #found = new Map<ReadinessCheck, Finding | undefined>();
  #result: Promise<Finding[]> = Promise.resolve([]);
  #checkedAt = -Infinity;

  constructor(checks: readonly ReadinessCheck[], now: () => number) {
    this.#checks = checks;
    this.#now = now;
  }

  findings(): Promise<Finding[]> {
    const ageMs = this.#now() - this.#checkedAt;
    // A negative age comes from a clock that was set back.
    if (ageMs >= 0 && ageMs < READINESS.everyMs) return this.#result;
    this.#checkedAt = this.#now();
    this.#result = this.#runChecks();
    return this.#result;
  }

  async #runChecks(): Promise<Finding[]> {
    const found = await Promise.all(this.#checks.map((check) => this.#within(check)));
    return found.filter((finding) => finding !== undefined);
  }

  async #within(check: ReadinessCheck): Promise<Finding | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = { code: check.code, detail: `no result within ${READINESS.timeoutMs / 1000} s` };
    const tooLate = new Promise<Finding | undefined>((resolve) => {
      const settle = () => resolve(check.mayBeLate === true ? this.#found.get(check) : late);
      timer = setTimeout(settle, READINESS.timeoutMs).unref();
    });
    try {
      return await Promise.race([this.#run(check), tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }

  #run(check: ReadinessCheck): Promise<Finding | undefined> {
    const running = this.#running.get(check);
    if (running) return running;
    const result = check
      .find()
      .catch((error: unknown) => ({ code: check.code, detail: reasonOf(error) }))
      .then((finding) => {
        this.#running.delete(check);
        this.#found.set(check, finding);
        return finding;
      });
    this.#running.set(check, result);
    return result;
  }
}

interface CheckedServices {
  /** Writes to the database without changing anything. */
  writeDatabase: () => Promise<void>;
  photos: Pick<PhotoServices, 'store' | 'decoder' | 'freeShare'> & { backups: Pick<BackupSchedule, 'problem'> };
}

export function readinessChecks({ writeDatabase, photos }: CheckedServices): ReadinessCheck[] {
  return [
    { code: 'database-not-writable', find: () => nothing(writeDatabase()) },
    {
      code: photos.store.isRemote ? 'store-not-writable' : 'disk-not-writable',
      find: () => nothing(photos.store.tryWriting()),
    },
    { code: 'disk-almost-full', find: async () => almostFull(await photos.freeShare()) },
    { code: 'backup-failed', find: () => photos.backups.problem() },
    { code: 'photos-not-readable', find: () => undecodable(photos.decoder), mayBeLate: true },
  ];
}

/** A check that finds nothing, unless the attempt throws. */
async function nothing(attempt: Promise<void>): Promise<undefined> {
  await attempt;
}

function almostFull(share: number): Finding | undefined {
  if (share >= READINESS.leastFree) return undefined;
  return { code: 'disk-almost-full', detail: `${(share * 100).toFixed(1)} % are free` };
}

async function undecodable(decoder: PhotoServices['decoder']): Promise<Finding | undefined> {
  if (await decoder.canDecode(READINESS.decoderEveryMs)) return undefined;
  return { code: 'photos-not-readable', detail: 'the program that reads pictures ends at once' };
}
