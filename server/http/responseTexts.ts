import { createRequire } from 'node:module';
import type { FastifySerializerCompiler } from 'fastify';
import { isRecord } from '#domain/records.ts';
import { plainSchema } from './plainSchema.ts';

type Write = (value: unknown) => string;

const require = createRequire(import.meta.url);
/** By their schemas: routes share them, and so do servers in one process. */
const writers = new WeakMap<object, Write>();

/**
 * Writes successful responses by their schemas: a field that a schema does not name stays on the server. Errors are put
 * together in one place. A writer is made with the first response that needs it, since most calls are never made.
 */
export const responseTexts: FastifySerializerCompiler<object> = ({ schema, httpStatus }) => {
  if (httpStatus?.startsWith('2') !== true) return JSON.stringify;
  return (value) => {
    const write = writers.get(schema) ?? writerOf(schema);
    writers.set(schema, write);
    return write(value);
  };
};

function writerOf(schema: object): Write {
  const build: typeof import('fast-json-stringify') = require('fast-json-stringify');
  const named: Record<string, unknown> = {};
  const root = fieldsOnly(plainSchema(schema, named));
  const schemas = Object.fromEntries(Object.entries(named).map(([name, part]) => [name, fieldsOnly(part)]));
  const whole: Record<string, unknown> = { ...root, components: { schemas } };
  return build(whole);
}

/**
 * The schema without limits, which apply to what comes in: a value that was stored before there was a limit is sent
 * unchanged. The schema says which fields an object has, and tells the objects of a union apart.
 */
function fieldsOnly(schema: unknown): Record<string, unknown> {
  if (!isRecord(schema)) return {};
  const { $ref, type, const: only, required, properties, items, anyOf, additionalProperties } = schema;
  if ($ref !== undefined) return { $ref };
  if (Array.isArray(anyOf)) return alternatives(anyOf.map(fieldsOnly));
  return {
    ...(type !== undefined && { type: type === 'integer' ? 'number' : type }),
    ...(only !== undefined && { const: only }),
    ...(required !== undefined && { required }),
    ...(isRecord(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, fieldsOnly(part)])),
    }),
    ...(items !== undefined && { items: fieldsOnly(items) }),
    ...(additionalProperties === true && { additionalProperties }),
  };
}

/** Something that may be null needs no comparison with its schema. */
function alternatives(options: Record<string, unknown>[]): Record<string, unknown> {
  const [one, other] = options.filter(({ type }) => type !== 'null');
  const isNullable = one !== undefined && other === undefined && one.$ref === undefined && one.anyOf === undefined;
  return isNullable ? { ...one, nullable: true } : { anyOf: options };
}

/** In the place of Fastify's own compilers, which it would load with every start: it is given others. */
export const NO_COMPILERS = { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } };

function noCompiler(): never {
  throw new Error('Schemas are compiled by requestChecks and responseTexts');
}
