import { type Static, Type } from 'typebox';
import { PASSKEY_NAME_MAX_CHARACTERS } from '#contract/admin/limits.ts';
import { EXAMPLES, orNull, time } from '#contract/schemas.ts';

/** One of a person's passkeys, as shown to the person. */
export const PasskeyRecord = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    /** Browsers offer the passkey only at this host. */
    host: Type.String({ description: 'The host name that it was made for' }),
    createdAt: time,
    /** Null until it has signed somebody in. */
    lastUsedAt: orNull(time),
  },
  {
    $id: 'Passkey',
    examples: [
      {
        id: EXAMPLES.passkeyId,
        name: 'Chrome on Windows',
        host: 'tree.example',
        createdAt: '2026-01-01T12:00:00.000Z',
        lastUsedAt: null,
      },
    ],
  },
);
export type PasskeyRecord = Static<typeof PasskeyRecord>;

export const PasskeyName = Type.Object(
  /** Longer than a name may be, since spaces around it are removed. */
  { name: Type.String({ maxLength: 2 * PASSKEY_NAME_MAX_CHARACTERS }) },
  { examples: [{ name: 'My phone' }] },
);

const short = Type.String({ maxLength: 2_000 });
const long = Type.String({ maxLength: 20_000 });
const ofBoth = {
  id: short,
  rawId: short,
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(
    Type.Union([Type.Literal('platform'), Type.Literal('cross-platform'), Type.Null()]),
  ),
};
const CREDENTIAL = { id: 'c2hvcnQ', rawId: 'c2hvcnQ', type: 'public-key' };

/** The browser's response for a new passkey; the library checks its content. */
export const MadePasskey = Type.Object(
  {
    ...ofBoth,
    response: Type.Object({
      clientDataJSON: short,
      attestationObject: long,
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
    }),
  },
  { examples: [{ ...CREDENTIAL, response: { clientDataJSON: 'e30', attestationObject: 'oA' } }] },
);
export type MadePasskey = Static<typeof MadePasskey>;

/** The browser's response for a passkey that has signed a challenge. */
export const SignedChallenge = Type.Object(
  {
    ...ofBoth,
    response: Type.Object({
      clientDataJSON: short,
      authenticatorData: short,
      signature: long,
      userHandle: Type.Optional(orNull(short)),
    }),
  },
  { examples: [{ ...CREDENTIAL, response: { clientDataJSON: 'e30', authenticatorData: 'oA', signature: 'oA' } }] },
);
export type SignedChallenge = Static<typeof SignedChallenge>;

function webAuthnOptions($id: string) {
  return Type.Object(
    { challenge: Type.String() },
    {
      $id,
      additionalProperties: true,
      description: 'As navigator.credentials takes it, as JSON',
      examples: [{ challenge: CREDENTIAL.id }],
    },
  );
}

export const PasskeyChallenge = webAuthnOptions('PasskeyChallenge');
export const NewPasskeyOptions = webAuthnOptions('NewPasskeyOptions');
