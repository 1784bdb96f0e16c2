import { type Static, Type } from 'typebox';
import { serverReason } from '#contract/server/schemas.ts';

/** The public form of the server's readiness. */
export const Readiness = Type.Object(
  { ready: Type.Boolean(), reasons: Type.Array(Type.Object(serverReason)) },
  { $id: 'Readiness', examples: [{ ready: true, reasons: [] }] },
);
export type Readiness = Static<typeof Readiness>;
