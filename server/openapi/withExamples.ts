import { isRecord } from '#domain/records.ts';
import type { CallDescription } from './callDescription.ts';

/** Puts the examples of a call into its operation in the document. */
export function withExamples(operation: Record<string, unknown>, { path, query, body }: CallDescription): void {
  const examples: Record<string, unknown> = { ...path, ...query };
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : [];
  for (const parameter of parameters) {
    if (!isRecord(parameter) || typeof parameter.name !== 'string') continue;
    if (parameter.name in examples) parameter.example = examples[parameter.name];
  }
  const content = isRecord(operation.requestBody) ? operation.requestBody.content : undefined;
  const json = isRecord(content) ? content['application/json'] : undefined;
  if (isRecord(json) && body !== undefined) json.example = body;
}
