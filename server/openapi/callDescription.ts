import { ACCOUNT_SCHEMAS } from './schemas/accountSchemas.ts';
import type { NamedSchema } from './schemas/schema.ts';

/** The description of a call beyond the facts of its route (parameters, body, access). */
export interface CallDescription {
  summary: string;
  /** More about it, for who makes the call. */
  details?: string;
  /** Example values of its parameters and query, and an example of its body. */
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  /** Headers that it understands, with what each is for. */
  headers?: Record<string, string>;
  success: Success;
  /** The errors of this call in particular; the common ones are added. */
  errors?: Partial<Record<400 | 401 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 503 | 507, ErrorCase>>;
}

export interface Success {
  status: 200 | 201 | 202 | 204;
  /** The content of the response. */
  is: string;
  /** The schema of a JSON response; with `list`, of its items. */
  schema?: NamedSchema;
  list?: NamedSchema;
  /** The media type of a response that is not JSON. */
  mediaType?: string;
}

export type ErrorCase = string | { when: string; schema: NamedSchema };

/** A group of calls, as the document and its page show it. */
export interface CallGroup {
  name: string;
  about: string;
  /** By method and path, such as `GET /photos/albums/:id`. */
  calls: Record<string, CallDescription>;
}

export function jsonOf(is: string, schema: NamedSchema): Success {
  return { status: 200, is, schema };
}

export function listOf(is: string, list: NamedSchema): Success {
  return { status: 200, is, list };
}

/** A successful response without a body. */
export const NOTHING: Success = { status: 204, is: 'Done' };

export const ERROR_SCHEMA = ACCOUNT_SCHEMAS.error;
