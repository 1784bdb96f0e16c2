import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import type { TSchema } from 'typebox';
import { isRecord } from '#domain/records.ts';
import { BODIES } from '../bodyLimits.ts';
import { schemaCompiler, schemaValues } from '../schemaChecks.ts';

const WHOLE_NUMBER = /^-?\d+$/;

/**
 * Checks what requests bring. To look for errors goes through every entry of a list and keeps an object for each, so a
 * list of millions would hold up everybody, or end the process: errors are looked for in the first few only.
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
 * Whether a text stands where a whole number is expected. The conversion would make a number of it nevertheless, such as
 * 1 of `true` and `1.5`; without it, the check refuses the text.
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

/** Reads lengths only, whatever the entries are. */
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

/** A copy with the first entries of each list; what lies deeper than any schema reads is left out. */
export function shortened(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return null;
  if (Array.isArray(value)) {
    return value.slice(0, BODIES.checkedEntries).map((entry: unknown) => shortened(entry, levels - 1));
  }
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, shortened(entry, levels - 1)]));
}
