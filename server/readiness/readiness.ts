import { reasonOf } from '#server/core/errors.ts';
import { READINESS } from '#server/core/limits.ts';
import type { Finding, ReadinessCheck } from '#server/core/readinessCheck.ts';

/**
 * Finds the reasons why the server cannot do all its work. It checks only on request, and at most once in
 * `READINESS.everyMs`.
 */
export class Readiness {
  readonly #checks: Iterable<ReadinessCheck>;
  readonly #now: () => number;
  /** Checks that have not ended yet. They are not started again: on a disk that hangs, another one would hang too. */
  readonly #running = new Map<ReadinessCheck, Promise<Finding | undefined>>();
  readonly #found = new Map<ReadinessCheck, Finding | undefined>();
  #result: Promise<Finding[]> = Promise.resolve([]);
  #checkedAt = -Infinity;

  constructor(checks: Iterable<ReadinessCheck>, now: () => number) {
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
    const found = await Promise.all(Array.from(this.#checks, (check) => this.#within(check)));
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
