import { CREDENTIAL_REFUSED, type ErrorResponse } from '../src/contract/calls.ts';

/** A refusal written for the person who reads it; everything else that is thrown is a programmer's mistake. */
export class UserError extends Error {
  override name = 'UserError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  answer(): ErrorResponse {
    return { message: this.message };
  }
}

/** The credential itself is no good: the kiosk's worker forgets everything stored for it when it hears this. */
export class CredentialRefused extends UserError {
  override name = 'CredentialRefused';

  constructor(message: string) {
    super(401, message);
  }

  override answer(): ErrorResponse {
    return { message: this.message, code: CREDENTIAL_REFUSED };
  }
}

/** The server cannot start, and the operator can mend it: told in one line, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** What an unknown thrown value has to say for itself. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The system's short word (`EADDRINUSE`, `SQLITE_BUSY`), if the error carries one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
