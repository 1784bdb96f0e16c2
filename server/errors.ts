import { CREDENTIAL_REFUSED, type ErrorResponse } from '../src/contract/calls.ts';

/** An error with a message for the person who reads it; everything else that is thrown is a programmer's mistake. */
export class UserError extends Error {
  override name = 'UserError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  /** The body of the error's response. */
  body(): ErrorResponse {
    return { message: this.message };
  }
}

/** The credential is no good (not: it lacks a permission). On reading its code a kiosk's worker forgets all it stored. */
export class CredentialError extends UserError {
  override name = 'CredentialError';

  constructor(message: string) {
    super(401, message);
  }

  override body(): ErrorResponse {
    return { message: this.message, code: CREDENTIAL_REFUSED };
  }
}

/** The server cannot start for a reason that the operator can mend: printed as one line, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The message of whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The system's short code (`EADDRINUSE`, `SQLITE_BUSY`), if the error carries one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];

export function isDiskFull(error: unknown): boolean {
  return DISK_FULL_CODES.includes(codeOf(error) ?? '');
}
