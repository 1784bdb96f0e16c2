import { createRequire } from 'node:module';
import type { FastifySerializerCompiler, FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import type { TSchema } from 'typebox';
import { isRecord } from '#domain/records.ts';
import { BODIES } from '#server/core/bodyLimits.ts';
import { schemaCompiler, schemaValues } from '#server/core/schemaChecks.ts';

const WHOLE_NUMBER = /^-?\d+$/;

/**
 * Checks the content of requests. The search for errors reads every entry of a list and stores an object for each, so a
 * list of millions would block the server or end the process: only the first entries are searched.
 */
export const requestChecks: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  // The headers of a schema only describe those that a call understands.
  if (httpPart === 'headers') return () => true;
  let compiled: ReturnType<typeof compile> | undefined;
  return (value: unknown) => {
    const check = (compiled ??= compile(schema));
    const isTaken = httpPart === 'body' || hasWrongInteger(schema, value);
    const sent = isTaken ? value : schemaValues().Value.Convert(schema, value);
    if (check.Check(sent)) return { value: sent };
    const tooLong = overlong(schema, sent, '');
    if (tooLong) return { error: [tooLong] };
    const found = check.Errors(shortened(sent, BODIES.checkedLevels));
    return { error: found.length > 0 ? found : [problem('', 'has an entry that is not as expected')] };
  };
};

function compile(schema: TSchema) {
  return schemaCompiler().Compile(schema);
}

/**
 * Whether a text stands where a whole number is expected. Conversion would make a number of it, such as 1 of `true`;
 * without conversion, the check rejects the text.
 */
function hasWrongInteger(schema: unknown, value: unknown): boolean {
  if (!isRecord(schema) || !isRecord(schema.properties) || !isRecord(value)) return false;
  return Object.entries(schema.properties).some(([name, property]) => {
    const text = value[name];
    if (!isRecord(property) || property.type !== 'integer' || text === undefined) return false;
    return typeof text !== 'string' || !WHOLE_NUMBER.test(text);
  });
}

function problem(instancePath: string, message: string): FastifySchemaValidationError {
  return { keyword: '', instancePath, schemaPath: '', params: {}, message };
}

/** Checks lengths only, whatever the entries are. */
function overlong(schema: unknown, value: unknown, path: string): FastifySchemaValidationError | undefined {
  if (!isRecord(schema)) return undefined;
  const { maxItems, anyOf, properties } = schema;
  if (Array.isArray(anyOf)) return firstOf(anyOf, (choice) => overlong(choice, value, path));
  if (Array.isArray(value)) {
    if (typeof maxItems !== 'number' || value.length <= maxItems) return undefined;
    return problem(path, `must not have more than ${maxItems} items`);
  }
  if (!isRecord(properties) || !isRecord(value)) return undefined;
  return firstOf(Object.keys(properties), (name) => overlong(properties[name], value[name], `${path}/${name}`));
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A copy with the first entries of each list, without levels deeper than any schema. */
export function shortened(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) {
    return value.slice(0, BODIES.checkedEntries).map((entry: unknown) => shortened(entry, levels - 1));
  }
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, shortened(entry, levels - 1)]));
}

type Write = (value: unknown) => string;

const require = createRequire(import.meta.url);
/** Stored by schema: routes share schemas, and so do servers in one process. */
const writers = new WeakMap<object, Write>();

/**
 * Writes successful responses by their schemas, so that fields which a schema does not name stay on the server. Errors
 * are written elsewhere. A writer is made at the first response that needs it, since most calls are never made.
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

/** A value that may be null needs no comparison with its schema. */
function alternatives(options: Record<string, unknown>[]): Record<string, unknown> {
  const [one, other] = options.filter(({ type }) => type !== 'null');
  const isNullable = one !== undefined && other === undefined && one.$ref === undefined && one.anyOf === undefined;
  return isNullable ? { ...one, nullable: true } : { anyOf: options };
}

/** Replaces Fastify's own compilers, which would otherwise be loaded at every start. */
export const NO_COMPILERS = { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } };

function noCompiler(): never {
  throw new Error('Schemas are compiled by requestChecks and responseTexts');
}

const NAMED_SCHEMAS = '#/components/schemas/';

/**
 * A copy of a schema as JSON Schema: without alternatives that only a program knows (`undefined`), and with an
 * enumeration for a choice between texts. Named parts (`$id`) are put into `named`, without their examples, and
 * referred to.
 */
export function plainSchema(schema: unknown, named: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((part) => plainSchema(part, named));
  if (!isRecord(schema)) return schema;
  const { $id, examples: _examples, ...rest } = schema;
  if (typeof $id !== 'string') return plainChoice(copyOf(schema, named));
  named[$id] ??= plainChoice(copyOf(rest, named));
  return { $ref: NAMED_SCHEMAS + $id };
}

function copyOf(schema: Record<string, unknown>, named: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, plainSchema(part, named)]));
}

function plainChoice(schema: Record<string, unknown>): Record<string, unknown> {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const options = anyOf.filter((option) => !isRecord(option) || option.type !== 'undefined');
  const texts = options.map((option: unknown) => (isRecord(option) ? option.const : undefined));
  const isChoice = texts.length > 0 && texts.every((text) => typeof text === 'string');
  return isChoice ? { ...rest, type: 'string', enum: texts } : { ...rest, anyOf: options };
}
