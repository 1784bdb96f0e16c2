import { CREDENTIAL_REFUSED, type CredentialCode } from '#contract/calls.ts';
import type { ErrorResponse } from '#contract/schemas.ts';

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

interface CredentialRejection {
  message: string;
  code: CredentialCode;
  /**
   * The id of this installation: a tablet deletes its key only when the installation that once verified the key rejects
   * it.
   */
  installation: string;
  isSession: boolean;
}

/** The credential is invalid. (When a valid one lacks a permission, a UserError with status 403 is thrown.) */
export class CredentialError extends UserError {
  override name = 'CredentialError';
  readonly #rejection: CredentialRejection;

  constructor(rejection: CredentialRejection) {
    super(401, rejection.message);
    this.#rejection = rejection;
  }

  /** False for an unknown key: the server may have lost its database, so the tablet goes on with its photos. */
  get endsAccess(): boolean {
    return this.#rejection.code === CREDENTIAL_REFUSED || this.#rejection.isSession;
  }

  override body(): ErrorResponse {
    const { code, installation } = this.#rejection;
    return { message: this.message, code, installation };
  }
}

/** The server cannot start for a reason that the operator can mend: printed as one line, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The object store did not do what it was asked to. */
export class StoreError extends Error {
  override name = 'StoreError';
}

/** The message of anything that was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The messages of an error and of what caused it, in one line. */
function reasonWithCauses(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? `: ${reasonWithCauses(error.cause)}` : '';
  return `${reasonOf(error)}${cause}`.replace(/\s+/g, ' ');
}

/** The place in the code where an error was thrown, for a bug report; the rest of the stack is logged nowhere. */
export function thrownAt(error: unknown): string | undefined {
  return error instanceof Error ? /\n\s+(at .*)/.exec(error.stack ?? '')?.[1] : undefined;
}

/** An unexpected error, in one line. */
export function inOneLine(error: unknown): string {
  return [reasonWithCauses(error), thrownAt(error)].filter(Boolean).join(' ');
}

/** The system's short code (`EADDRINUSE`, `SQLITE_BUSY`), if the error carries one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The last one is PostgreSQL's. */
const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', '53100'];
const DISK_CODES = /^(?:EROFS|EIO|EACCES|EPERM|SQLITE_(?:READONLY|IOERR|CANTOPEN).*)$/;
const OVERLOAD_CODES = ['EMFILE', 'ENFILE', 'ENOMEM'];

/** PostgreSQL cannot be reached, is starting or stopping, has no free connection, or a lock is held for too long. */
const DATABASE_CODES =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|08...|57P..|53300|55000|55P03|40P01)$/;
const CONNECTION_LOST =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

function isDatabaseAway(error: unknown): boolean {
  return DATABASE_CODES.test(codeOf(error) ?? '') || CONNECTION_LOST.test(reasonOf(error));
}

function isDiskFull(error: unknown): boolean {
  return DISK_FULL_CODES.includes(codeOf(error) ?? '');
}

/** A fault of the machine, as a sentence for people. The server works again by itself once the fault is gone. */
interface MachineTrouble {
  status: 503 | 507;
  message: string;
}

export function troubleOf(error: unknown): MachineTrouble | undefined {
  const code = codeOf(error) ?? '';
  if (error instanceof StoreError) {
    return { status: 503, message: 'The server cannot reach its pictures at the moment: please try again in a moment' };
  }
  if (isDiskFull(error)) return { status: 507, message: 'The disk of the server is full' };
  if (DISK_CODES.test(code)) {
    return { status: 503, message: 'The server cannot use its disk at the moment' };
  }
  if (isDatabaseAway(error)) {
    return { status: 503, message: 'The server cannot reach its database at the moment: please try again in a moment' };
  }
  if (!OVERLOAD_CODES.includes(code)) return undefined;
  return { status: 503, message: 'The server is overloaded: please try again in a moment' };
}
