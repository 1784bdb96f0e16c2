import { type Static, type TSchema, Type } from '@fastify/type-provider-typebox';

/** `unknown` if two types are the same to an assigner, so that a schema can be held to a type of the contract. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? unknown : never) : never;

/** A schema that describes exactly the type of the contract: another one does not compile. */
export function schemaOf<Contract>() {
  return <Schema extends TSchema>(schema: Schema & Same<Static<Schema>, Contract>): Schema => schema;
}

/** A schema that stands once in the document, under its name, with an example. */
export interface NamedSchema<Contract = unknown> {
  name: string;
  schema: TSchema;
  example: Contract;
}

/** A place where a named schema is meant. */
export function ref<Contract>(name: string) {
  return Type.Unsafe<Contract>({ $ref: `#/components/schemas/${name}` });
}

export function oneOf<const Names extends readonly string[]>(names: Names) {
  return Type.Unsafe<Names[number]>({ type: 'string', enum: [...names] });
}

/** An ISO 8601 time. */
export const time = Type.String({ format: 'date-time' });
export const timeOrNull = Type.Union([time, Type.Null()]);
export const count = Type.Integer({ minimum: 0 });
export const textOrNull = Type.Union([Type.String(), Type.Null()]);
