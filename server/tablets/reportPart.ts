import { type Static, type TSchema, Type } from 'typebox';
import { TabletReport } from '#contract/tablets/schemas.ts';
import { fits } from '#server/core/schemaChecks.ts';

/** A field of a tablet's report that another subject stores; the slot `reportParts` of the tablets has those that there are. */
export interface ReportPart {
  name: string;
  schema: TSchema;
  /** Stores the field of one report: the tablet sends it again until this has worked. */
  store(tabletId: string, value: unknown): Promise<void>;
}

export function reportPart<Schema extends TSchema>(
  name: string,
  schema: Schema,
  store: (tabletId: string, value: Static<Schema>) => Promise<void>,
): ReportPart {
  return {
    name,
    schema,
    store: async (tabletId, value) => {
      // The body of the request was checked, which its type does not say.
      if (fits(schema, value)) await store(tabletId, value);
    },
  };
}

/** The schema of a whole report. Its type has no more than what is the tablets' own. */
export function reportWith(parts: readonly ReportPart[]): typeof TabletReport {
  const added = Object.fromEntries(parts.map(({ name, schema }) => [name, Type.Optional(schema)]));
  const { properties, ...options } = TabletReport;
  return { ...options, ...Type.Object({ ...properties, ...added }) };
}

/** Takes the parts out of a whole report. */
export function dividedReport(body: TabletReport, parts: readonly ReportPart[]) {
  const fields = new Map<string, unknown>(Object.entries(body));
  const added = parts.filter(({ name }) => fields.has(name));
  const report = { ...body };
  for (const { name } of added) Reflect.deleteProperty(report, name);
  return { report, added: added.map((part) => ({ part, value: fields.get(part.name) })) };
}
