import type { FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { ErrorResponse } from '#contract/schemas.ts';
import { hasHiddenCharacters } from '#domain/text/hiddenCharacters.ts';
import { UserError } from '#server/core/errors.ts';

// Parts of a route's schema, from which its responses are written, typed and described.

export function json<Schema extends TSchema>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } };
}

/** An error, which a handler throws and never returns. */
export function errorWhen(when: string, schema: TSchema = ErrorResponse) {
  return json(when, Type.Unsafe<never>(schema));
}

/** A response without a body. */
export function done(description = 'Done') {
  return Type.Void({ description });
}

/** A response that is not JSON. */
export function file(description: string, mediaType: string) {
  const schema = Type.Unsafe<unknown>(mediaType.startsWith('text/') ? Type.String() : {});
  return { description, content: { [mediaType]: { schema } } };
}

/** A JSON response that is made as text, or by a library: its handler is not held to the schema. */
export function untypedJson(description: string, schema: TSchema) {
  return json(description, Type.Unsafe<unknown>(schema));
}

/** The `If-Match` header of a call that another change may forestall; `requestChecks` does not check headers. */
export function ifMatch(description: string) {
  return Type.Object({ 'If-Match': Type.Optional(Type.String({ description })) });
}

/** The headers of an original that is downloaded under the name it was uploaded with. */
export function downloadHeaders({ bytes, filename }: { bytes: number; filename: string }) {
  return {
    'Content-Type': 'application/octet-stream',
    'Content-Length': bytes,
    'Content-Disposition': attachmentNamed(filename),
    'Cache-Control': 'private, no-store',
  };
}

/** The name in both spellings of RFC 6266: plain for old programs, and encoded with all its letters. */
export function attachmentNamed(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

const VERSION = /^(?:W\/)?"(\d{1,15})"$/;

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

const HIDDEN = 'Please leave out control characters and marks that turn the direction of a text';

/** Call for every text that a person typed and that is shown on one line, such as a name. */
export function plainText(text: string): string {
  if (hasHiddenCharacters(text)) throw new UserError(400, HIDDEN);
  return text;
}
