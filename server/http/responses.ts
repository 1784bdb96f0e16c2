import { type TSchema, Type } from 'typebox';
import { ErrorResponse } from '#contract/schemas/shared.ts';

// Parts of a route's schema. Its responses: with them its responses are written, typed and described.

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

/** The headers of a call that a lost race may end; `requestChecks` does not look at headers. */
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
function attachmentNamed(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
