import type { FastifyRequest } from 'fastify';
import type { ConflictResponse } from '#contract/schemas/curation.ts';
import { UserError } from '../errors.ts';

const VERSION = /^(?:W\/)?"(\d{1,15})"$/;

/** Somebody else changed the same thing first: the response has its present state. */
export class ConflictError extends UserError {
  override name = 'ConflictError';
  readonly #present: ConflictResponse['present'];

  constructor(message: string, present: ConflictResponse['present']) {
    super(409, message);
    this.#present = present;
  }

  override body(): ConflictResponse {
    return { message: this.message, present: this.#present };
  }
}

/** The version that a change was made from, as `If-Match` has it; undefined when the change overwrites whatever is there. */
export function expectedVersion({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined {
  const given = headers['if-match'];
  if (given === undefined || given === '*') return undefined;
  const [, digits] = VERSION.exec(given) ?? [];
  if (digits === undefined) throw new UserError(400, 'If-Match must be one version in quotes, such as "3"');
  return Number(digits);
}

export function versionTag(version: number | undefined): string {
  return `"${version ?? 0}"`;
}
