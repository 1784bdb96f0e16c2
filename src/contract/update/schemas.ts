import { type Static, Type } from 'typebox';

export const UpdatePayload = Type.Object(
  {
    version: Type.String({ pattern: String.raw`^\d{1,6}\.\d{1,6}\.\d{1,6}$` }),
    commit: Type.String({ pattern: '^[0-9a-f]{40,64}$', description: 'As it was offered: nothing else is built' }),
  },
  { examples: [{ version: '1.3.0', commit: '4149f4319d6c3a1f4c3b2a190807060504030201' }] },
);
export type UpdatePayload = Static<typeof UpdatePayload>;
