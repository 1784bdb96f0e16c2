import { createRequire } from 'node:module';
import type { Static, TSchema } from 'typebox';

// TypeBox's compiler is loaded when something is checked for the first time: loading it takes as long as registering all
// routes, and a server that starts does not need it yet.
const require = createRequire(import.meta.url);

export function schemaCompiler(): typeof import('typebox/compile') {
  return require('typebox/compile');
}

export function schemaValues(): typeof import('typebox/value') {
  return require('typebox/value');
}

/** Whether a value from a disk or from another process matches its schema. */
export function fits<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  return schemaValues().Value.Check(schema, value);
}
