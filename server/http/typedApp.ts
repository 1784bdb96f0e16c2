import { Type, type TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PathParams } from '#contract/pathPatterns.ts';

/** Fastify with TypeBox schemas: a handler's parameters have the types that its schema checked. */
export type TypedApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The schema for the parameters of a path pattern: each is a string. */
export function pathParams<Pattern extends string>(pattern: Pattern) {
  const names = Array.from(pattern.matchAll(/:(\w+)/g), ([, name = '']) => name);
  return Type.Unsafe<PathParams<Pattern>>(Type.Object(Object.fromEntries(names.map((name) => [name, Type.String()]))));
}
