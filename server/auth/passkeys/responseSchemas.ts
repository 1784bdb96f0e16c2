import { Type } from '@fastify/type-provider-typebox';

const SHORT = 2_000;
const LONG = 20_000;
const short = Type.String({ maxLength: SHORT });
const ofBoth = {
  id: short,
  rawId: short,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(
    Type.Union([Type.Literal('platform'), Type.Literal('cross-platform'), Type.Null()]),
  ),
};

/** The browser's response for a new passkey; the library checks its content. */
export const NEW_PASSKEY = Type.Object({
  ...ofBoth,
  response: Type.Object({
    clientDataJSON: short,
    attestationObject: Type.String({ maxLength: LONG }),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
  }),
});

/** The browser's response for a passkey that has signed a challenge. */
export const SIGNED_CHALLENGE = Type.Object({
  ...ofBoth,
  response: Type.Object({
    clientDataJSON: short,
    authenticatorData: short,
    signature: Type.String({ maxLength: LONG }),
    userHandle: Type.Optional(Type.Union([short, Type.Null()])),
  }),
});
