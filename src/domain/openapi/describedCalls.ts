import { isRecord, recordOf, textOf } from '../records.ts';

/** A call of the API as text. */
export interface DescribedCall {
  method: string;
  path: string;
  summary: string;
  /** More about it, and who may make it. */
  description: string;
  parts: readonly { title: string; text: string }[];
}

export interface CallGroup {
  name: string;
  about: string;
  calls: readonly DescribedCall[];
}

/** Reads the calls of an OpenAPI document, by the groups (tags) that it names. */
export function callsByGroup(document: unknown): CallGroup[] {
  const root = recordOf(document);
  const all = Object.entries(recordOf(root.paths)).flatMap(([path, item]) =>
    Object.entries(recordOf(item)).map(([method, operation]) => ({ method, path, operation: recordOf(operation) })),
  );
  return recordsIn(root.tags).map((tag) => {
    const name = textOf(tag, 'name');
    const own = all.filter(({ operation: { tags } }) => Array.isArray(tags) && tags.includes(name));
    return { name, about: textOf(tag, 'description'), calls: own.map(callOf) };
  });
}

interface Operation {
  method: string;
  path: string;
  operation: Record<string, unknown>;
}

function callOf({ method, path, operation }: Operation): DescribedCall {
  const responses = Object.entries(recordOf(operation.responses)).map(
    ([status, one]) => [status, recordOf(one)] as const,
  );
  const [status = '', success = {}] = responses.find(([code]) => code.startsWith('2')) ?? [];
  const body = recordOf(recordOf(operation.requestBody).content);
  const parts = [
    { title: 'Parameters', text: recordsIn(operation.parameters).map(parameterText).join('\n') },
    { title: 'Body', text: 'multipart/form-data' in body ? 'A form with files' : exampleIn(body) },
    { title: `Response ${status}`, text: exampleIn(recordOf(success.content)) },
    { title: 'Responses', text: responses.map(([code, one]) => `${code}: ${textOf(one, 'description')}`).join('\n') },
  ];
  return {
    method: method.toUpperCase(),
    path,
    summary: textOf(operation, 'summary'),
    description: textOf(operation, 'description'),
    parts: parts.filter(({ text }) => text !== ''),
  };
}

function parameterText(parameter: Record<string, unknown>): string {
  const { required, example } = parameter;
  const words = [
    `${textOf(parameter, 'name')} (${textOf(parameter, 'in')}${required === true ? '' : ', optional'})`,
    textOf(parameter, 'description'),
    example === undefined ? '' : `such as ${typeof example === 'string' ? example : JSON.stringify(example)}`,
  ];
  return words.filter(Boolean).join(': ');
}

/** The example of a JSON body, over several lines; '' when there is none. */
function exampleIn(content: Record<string, unknown>): string {
  const { example } = recordOf(content['application/json']);
  return example === undefined ? '' : JSON.stringify(example, null, 2);
}

function recordsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
