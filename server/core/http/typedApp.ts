import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Static, type TSchema, Type } from 'typebox';
import type { PathParams } from '#contract/pathPatterns.ts';

/** Parameters and responses of a handler have the types of its route's schemas. */
export interface SchemaTypes extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
}

/** Fastify with TypeBox schemas. */
export type TypedApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  SchemaTypes
>;

/** The schema for the parameters of a path pattern: each is a string, such as the example. */
export function pathParams<Pattern extends string>(_pattern: Pattern, examples: PathParams<Pattern>) {
  const fields = Object.entries<string>(examples).map(([name, example]) => [
    name,
    Type.String({ examples: [example] }),
  ]);
  return Type.Unsafe<PathParams<Pattern>>(Type.Object(Object.fromEntries(fields)));
}
