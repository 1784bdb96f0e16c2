/** A wall checks for updates every quarter of an hour, and applies them between two photos. */
const TAKEN_AFTER_MINUTES = 120;

/** Which builds a wall may run: a model that knows nothing of the app. A build that does not start is never one of them. */
export class BuildModel {
  /** The newest last. */
  #builds: string[];
  #isOffered = true;
  #minutes = 0;

  constructor(first: string) {
    this.#builds = [first];
  }

  /** From now on the server has this build. */
  updated(build: string): void {
    this.#builds.push(build);
    this.#isOffered = true;
    this.#minutes = 0;
  }

  /** From now on the server has only a build that does not start. */
  broken(): void {
    this.#isOffered = false;
  }

  /** Called each minute. Returns whether the wall runs a build that it may run. `canUpdate`: by day, with a network. */
  see(build: string, canUpdate: boolean): boolean {
    if (canUpdate && this.#isOffered) this.#minutes += 1;
    const isRight = this.#builds.includes(build);
    const at = this.#builds.indexOf(build);
    // A wall does not go back to a build that it has left for a newer one that starts.
    if (at !== -1) this.#builds = this.#builds.slice(at);
    if (this.#minutes > TAKEN_AFTER_MINUTES) this.#builds = this.#builds.slice(-1);
    return isRight;
  }
}
