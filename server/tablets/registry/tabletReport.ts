import { Type } from '@fastify/type-provider-typebox';

const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const exactly = { additionalProperties: false };
/** The report of a tablet about itself. */
export const TABLET_REPORT = Type.Object(
  {
    path: Type.String({ minLength: 1, maxLength: 500, pattern: '^/' }),
    photo: Type.Optional(
      Type.Object({ filename: Type.String({ maxLength: 300 }), albumSlug: Type.String({ maxLength: 100 }) }, exactly),
    ),
    version: Type.Optional(Type.String({ maxLength: 100 })),
    offlineReady: Type.Optional(Type.Object({ done: count, of: count }, exactly)),
    storage: Type.Optional(Type.Object({ usage: count, quota: count }, exactly)),
    screen: Type.Optional(Type.Object({ width: count, height: count }, exactly)),
    battery: Type.Optional(
      Type.Object({ level: Type.Number({ minimum: 0, maximum: 1 }), charging: Type.Boolean() }, exactly),
    ),
    failedBuild: Type.Optional(Type.String({ maxLength: 100 })),
  },
  exactly,
);
