import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isRecord } from '#domain/records.ts';

interface SchemaChecks {
  /** Lists the differences of a value from the schema; a field that it does not name counts too. */
  errorsOf(schema: unknown, value: unknown): string[];
}

/** Holds values to the schemas of a document, in which schemas refer to each other by `#/components/schemas/Name`. */
export function schemaChecks(document: Record<string, unknown>): SchemaChecks {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components: closed(document.components) });
  return {
    errorsOf: (schema, value) => {
      const check = ajv.compile(isRecord(schema) ? absolute(schema) : {});
      check(value);
      return (check.errors ?? []).map(({ instancePath, message, params }) =>
        `${instancePath} ${message} ${JSON.stringify(params)}`.trim(),
      );
    },
  };
}

/** A copy in which objects with named fields may have no others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isRecord(schema)) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  const isOpen = copy.type === 'object' && isRecord(copy.properties) && copy.additionalProperties === undefined;
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}

function absolute(schema: Record<string, unknown>): Record<string, unknown> {
  const copy: unknown = JSON.parse(
    JSON.stringify(closed(schema)).replaceAll('"#/components/', '"document#/components/'),
  );
  return isRecord(copy) ? copy : {};
}
