import { hashSecret, newSecret, sameText } from '../../http/security/secrets.ts';

export type SetUpLinkState = 'open' | 'used' | 'wrong';

/** The one link by which the owner of a new installation signs in. It lives in memory only: a restart ends it. */
export class SetUpOffer {
  #hash: string | undefined;
  #used = false;

  /** Returns the link's token. An earlier link ends. */
  make(): string {
    const token = newSecret();
    this.#hash = hashSecret(token);
    this.#used = false;
    return token;
  }

  stateOf(token: string): SetUpLinkState {
    if (this.#hash === undefined || !sameText(hashSecret(token), this.#hash)) return 'wrong';
    return this.#used ? 'used' : 'open';
  }

  /** Uses the link up while the work runs, and for good when it succeeds; of two at once one gets in. */
  async spend<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#used = true;
    try {
      return await work();
    } catch (error) {
      this.#used = false;
      throw error;
    }
  }
}
