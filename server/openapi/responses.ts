import { type ErrorCase, ERROR_SCHEMA, type Success } from './callDescription.ts';
import type { DescribedRoute } from './describedRoutes.ts';
import type { NamedSchema } from './schemas/schema.ts';

type Components = Record<string, unknown>;

const MALFORMED = 'Parameters, query or body are not as described';
const NO_CREDENTIAL = 'There is no credential, or it is not valid (any more)';
const NOT_ALLOWED = 'The credential does not allow this';
const TOO_LARGE = 'The body is too large';
const TOO_MANY_GUESSES = 'Too many wrong keys or tokens from this address';
const WRONG_TYPE = 'The Content-Type is not that of the body that is described';
const ANY_TROUBLE =
  'The server lacks something (a full or busy disk), or something went wrong in it (5xx); or the address is too long (414)';

/** Every response of a call, by status; schemas that are named are added to the components. */
export function responsesOf(route: DescribedRoute, components: Components): Record<string, unknown> {
  const { description, access, schema, method } = route;
  const { success, errors = {} } = description;
  const takesInput = Boolean(schema?.body ?? schema?.querystring) || method === 'POST';
  const cases: [string, ErrorCase][] = [
    ...(takesInput ? [['400', MALFORMED] satisfies [string, string]] : []),
    ...(access === 'public' ? [] : [['401', NO_CREDENTIAL] satisfies [string, string]]),
    ...(access === 'public' && method === 'GET' ? [] : [['403', NOT_ALLOWED] satisfies [string, string]]),
    ...(schema?.body
      ? [['413', TOO_LARGE] satisfies [string, string], ['415', WRONG_TYPE] satisfies [string, string]]
      : []),
    ...(access === 'public' ? [] : [['429', TOO_MANY_GUESSES] satisfies [string, string]]),
    ...Object.entries(errors),
  ];
  return {
    [success.status]: successOf(success, components),
    ...Object.fromEntries(cases.map(([status, error]) => [status, errorOf(error, components)])),
    default: errorOf(ANY_TROUBLE, components),
  };
}

function successOf({ is, schema, list, mediaType }: Success, components: Components) {
  if (mediaType !== undefined) {
    const isText = mediaType.startsWith('text/');
    return { description: is, content: { [mediaType]: isText ? { schema: { type: 'string' } } : {} } };
  }
  if (list) {
    const items = reference(list, components);
    return { description: is, content: json({ type: 'array', items }, [list.example]) };
  }
  if (!schema) return { description: is };
  return { description: is, content: json(reference(schema, components), schema.example) };
}

function errorOf(error: ErrorCase, components: Components) {
  const { when, schema } = typeof error === 'string' ? { when: error, schema: ERROR_SCHEMA } : error;
  const example = schema === ERROR_SCHEMA ? { message: when } : undefined;
  return { description: when, content: json(reference(schema, components), example) };
}

function json(schema: unknown, example: unknown) {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } };
}

function reference({ name, schema }: NamedSchema, components: Components) {
  components[name] ??= JSON.parse(JSON.stringify(schema));
  return { $ref: `#/components/schemas/${name}` };
}
