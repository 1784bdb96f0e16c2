import { LRUCache } from 'lru-cache';
import { prepareResponse, type PreparedResponse } from './preparedResponse.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/** Remembers prepared answers until something is written, by this process or by another one. */
export class ResponseCache {
  readonly #answers = new LRUCache<string, PreparedResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: (answer) => answer.bytes,
  });
  readonly #underWay = new Map<string, Promise<PreparedResponse>>();
  readonly #otherProcesses: () => number;
  #seen: number;

  /** `otherProcesses` gives a number that changes when another process wrote. */
  constructor(otherProcesses: () => number) {
    this.#otherProcesses = otherProcesses;
    this.#seen = otherProcesses();
  }

  /** Known answers come back at once, without a promise: this is the road of every refresh of every kiosk. */
  get(key: string, make: () => Promise<string>): PreparedResponse | Promise<PreparedResponse> {
    const now = this.#otherProcesses();
    if (now !== this.#seen) this.forget();
    this.#seen = now;
    return this.#answers.get(key) ?? this.#underWay.get(key) ?? this.#make(key, make);
  }

  /** To be called after each write, before it is answered. */
  forget(): void {
    this.#answers.clear();
    // Who asks from now on must not be given what was read before the write.
    this.#underWay.clear();
  }

  async #make(key: string, make: () => Promise<string>): Promise<PreparedResponse> {
    const making = make().then(prepareResponse);
    this.#underWay.set(key, making);
    try {
      const answer = await making;
      if (this.#underWay.get(key) === making) this.#answers.set(key, answer);
      return answer;
    } finally {
      if (this.#underWay.get(key) === making) this.#underWay.delete(key);
    }
  }
}
