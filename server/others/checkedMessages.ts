import type { Static, TSchema } from '@fastify/type-provider-typebox';
import { Value } from 'typebox/value';
import type { OtherServers } from './otherServers.ts';

/**
 * The name of a kind of message, and the check of its content: during an upgrade other servers may send another
 * version.
 */
interface Kind<Schema extends TSchema> {
  topic: string;
  schema: Schema;
}

/** Calls the listener with messages of a kind from other servers; returns an unsubscribe function. */
export function onMessage<Schema extends TSchema>(
  others: Pick<OtherServers, 'onTold'>,
  { topic, schema }: Kind<Schema>,
  listener: (message: Static<Schema>, from: string) => void,
): () => void {
  return others.onTold(topic, (message, from) => {
    if (Value.Check(schema, message)) listener(message, from);
  });
}
