/** A queue in which owners take turns: whoever has much waiting delays an owner with little by one job at most. */
export class FairQueue<Job> {
  /** Owners in the order of their turns; the jobs of each in the order in which they were added. */
  readonly #waiting = new Map<string, Job[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The next job of each owner, in the order of their turns. */
  get heads(): Job[] {
    return [...this.#waiting.values()].flatMap((jobs) => jobs.slice(0, 1));
  }

  add(owner: string, job: Job): void {
    this.#waiting.set(owner, [...(this.#waiting.get(owner) ?? []), job]);
    this.#size += 1;
  }

  /** Adds a job that was taken and has to be repeated, before the owner's other jobs. */
  putBack(owner: string, job: Job): void {
    this.#waiting.set(owner, [job, ...(this.#waiting.get(owner) ?? [])]);
    this.#size += 1;
  }

  /** Takes the first of the heads that may begin; its owner's next turn comes after everybody else's. */
  take(mayBegin: (job: Job) => boolean): Job | undefined {
    for (const [owner, [job, ...others]] of this.#waiting) {
      if (job === undefined || !mayBegin(job)) continue;
      this.#waiting.delete(owner);
      if (others.length > 0) this.#waiting.set(owner, others);
      this.#size -= 1;
      return job;
    }
    return undefined;
  }
}
