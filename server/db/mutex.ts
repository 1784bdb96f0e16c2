/** First come, first served: one holder at a time. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Answers, when the turn has come, the function that ends it. */
  async take(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = promise;
    await before;
    return resolve;
  }
}
