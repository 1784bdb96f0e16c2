import { isRecord, textOf } from '../records.ts';

/** A call of the API, as its page shows it. */
export interface DescribedCall {
  method: string;
  path: string;
  summary: string;
  details: string;
  /** The people or programs that may make the call, in words. */
  needs: string;
  /** The credential of the call: a person's token, a key, or none. */
  credentials: readonly ('person' | 'key')[];
  parameters: readonly DescribedParameter[];
  /** The example of its body, as JSON; a form for uploads. */
  body: { kind: 'json'; text: string } | { kind: 'form'; field: string } | undefined;
  responses: readonly DescribedResponse[];
}

export interface DescribedParameter {
  name: string;
  place: 'path' | 'query' | 'header';
  isRequired: boolean;
  about: string;
  example: string | undefined;
}

export interface DescribedResponse {
  status: string;
  about: string;
  /** The body as JSON. */
  example: string | undefined;
}

export interface CallGroup {
  name: string;
  about: string;
  calls: readonly DescribedCall[];
}

const NEEDS = /\n*Needs: (.*)\.$/;

/** Reads the calls of an OpenAPI document, by the groups (tags) that it names. */
export function callsByGroup(document: unknown): CallGroup[] {
  const root = recordOf(document);
  const calls = Object.entries(recordOf(root.paths)).flatMap(([path, item]) =>
    Object.entries(recordOf(item)).map(([method, operation]) => callOf({ method, path }, recordOf(operation))),
  );
  return recordsIn(root.tags).map((tag) => {
    const name = textOf(tag, 'name');
    return {
      name,
      about: textOf(tag, 'description'),
      calls: calls.filter(({ group }) => group === name).map(({ call }) => call),
    };
  });
}

function callOf({ method, path }: { method: string; path: string }, operation: Record<string, unknown>) {
  const description = textOf(operation, 'description');
  const security = recordsIn(operation.security);
  const call: DescribedCall = {
    method: method.toUpperCase(),
    path,
    summary: textOf(operation, 'summary'),
    details: description.replace(NEEDS, ''),
    needs: NEEDS.exec(description)?.[1] ?? '',
    credentials: (['person', 'key'] as const).filter((scheme) => security.some((one) => scheme in one)),
    parameters: recordsIn(operation.parameters).map(parameterOf),
    body: bodyOf(recordOf(recordOf(operation.requestBody).content)),
    responses: Object.entries(recordOf(operation.responses)).map(([status, response]) =>
      responseOf(status, recordOf(response)),
    ),
  };
  return { call, group: Array.isArray(operation.tags) ? operation.tags[0] : undefined };
}

function parameterOf(parameter: Record<string, unknown>): DescribedParameter {
  const place = parameter.in === 'path' || parameter.in === 'query' ? parameter.in : 'header';
  const { example } = parameter;
  return {
    name: textOf(parameter, 'name'),
    place,
    isRequired: parameter.required === true,
    about: textOf(parameter, 'description'),
    example: example === undefined ? undefined : typeof example === 'string' ? example : JSON.stringify(example),
  };
}

function bodyOf(content: Record<string, unknown>): DescribedCall['body'] {
  const form = recordOf(content['multipart/form-data']);
  const [field] = Object.keys(recordOf(recordOf(form.schema).properties));
  if (field !== undefined) return { kind: 'form', field };
  const { example } = recordOf(content['application/json']);
  return example === undefined ? undefined : { kind: 'json', text: JSON.stringify(example, null, 2) };
}

function responseOf(status: string, response: Record<string, unknown>): DescribedResponse {
  const { example } = recordOf(recordOf(response.content)['application/json']);
  const about = textOf(response, 'description');
  return { status, about, example: example === undefined ? undefined : JSON.stringify(example, null, 2) };
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function recordsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
