import { CREDENTIAL_REFUSED, type ErrorAnswer } from '../src/contract/calls.ts';

/** A refusal written for the person who reads it; everything else that is thrown is a programmer's mistake. */
export class UserError extends Error {
  override name = 'UserError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  answer(): ErrorAnswer {
    return { message: this.message };
  }
}

/** The credential itself is no good: the kiosk's worker forgets everything stored for it when it hears this. */
export class CredentialRefused extends UserError {
  override name = 'CredentialRefused';

  constructor(message: string) {
    super(401, message);
  }

  override answer(): ErrorAnswer {
    return { message: this.message, code: CREDENTIAL_REFUSED };
  }
}
