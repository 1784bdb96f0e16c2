import { isRecord, textOf } from '#domain/records.ts';

/** One call of the OpenAPI document, as a test makes it. */
export interface DescribedCall {
  /** The name of a route: `GET /photos/albums/:id`. */
  name: string;
  operation: Record<string, unknown>;
}

export function callsOf(document: Record<string, unknown>): DescribedCall[] {
  return entriesOf(document.paths).flatMap(([path, item]) =>
    entriesOf(item).flatMap(([method, operation]) =>
      isRecord(operation) ? [{ name: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`, operation }] : [],
    ),
  );
}

/** The request that follows from the examples of the document. */
export function requestOf({ name: call, operation }: DescribedCall): { method: string; path: string; body: unknown } {
  const [method = '', pattern = ''] = call.split(' ');
  const query = new URLSearchParams();
  let path = pattern;
  for (const parameter of listOf(operation.parameters)) {
    const name = textOf(parameter, 'name');
    const { example } = parameter;
    const value = typeof example === 'string' ? example : JSON.stringify(example);
    if (parameter.in === 'path') path = path.replace(`:${name}`, value);
    if (parameter.in === 'query' && example !== undefined) query.set(name, value);
  }
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  return {
    method,
    path: path + search,
    body: at(operation, ['requestBody', 'content', 'application/json', 'example']),
  };
}

export function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function entriesOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

/** Returns the value at a place in a document; undefined when there is none. */
export function at(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return value;
  return isRecord(value) ? at(value[first], rest) : undefined;
}
