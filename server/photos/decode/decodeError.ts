import type { DecoderFailure } from './decoderResponses.ts';

export type DecodeFailure = DecoderFailure | 'hung' | 'crashed' | 'killed' | 'busy';

/** A picture could not be decoded; `reason` says in which way it failed. */
export class DecodeError extends Error {
  override name = 'DecodeError';
  readonly reason: DecodeFailure;

  constructor(reason: DecodeFailure, detail: string) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
  }
}
