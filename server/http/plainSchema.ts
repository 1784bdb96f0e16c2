import { isRecord } from '#domain/records.ts';

const NAMED_SCHEMAS = '#/components/schemas/';

/**
 * A copy of a schema as JSON Schema: without alternatives that only a program knows (`undefined`), and with a list of
 * texts for a choice between them. Parts with a name (`$id`) are put into `named`, without their examples, and referred
 * to.
 */
export function plainSchema(schema: unknown, named: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((part) => plainSchema(part, named));
  if (!isRecord(schema)) return schema;
  const { $id, examples: _told, ...rest } = schema;
  if (typeof $id !== 'string') return choice(copyOf(schema, named));
  named[$id] ??= choice(copyOf(rest, named));
  return { $ref: NAMED_SCHEMAS + $id };
}

function copyOf(schema: Record<string, unknown>, named: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, plainSchema(part, named)]));
}

function choice(schema: Record<string, unknown>): Record<string, unknown> {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const options = anyOf.filter((option) => !isRecord(option) || option.type !== 'undefined');
  const texts = options.map((option: unknown) => (isRecord(option) ? option.const : undefined));
  const isChoice = texts.length > 0 && texts.every((text) => typeof text === 'string');
  return isChoice ? { ...rest, type: 'string', enum: texts } : { ...rest, anyOf: options };
}
