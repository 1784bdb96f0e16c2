import { Type } from '@fastify/type-provider-typebox';
import type { PasskeyRecord } from '#contract/admin/passkeys.ts';
import { type CallGroup, jsonOf, listOf, NOTHING, type Success } from '../callDescription.ts';
import { ACCOUNT_SCHEMAS } from '../schemas/accountSchemas.ts';
import { type NamedSchema, schemaOf, time } from '../schemas/schema.ts';

const NO_NAME = 'The page has no host name, or the body is malformed';
const TOO_MANY = 'Too many attempts';
const ID = 'c2hvcnQ';
const id = '0b0c7a3e-5c1f-4a52-9a57-2f7f4d0f4a11';

const passkey: NamedSchema = {
  name: 'Passkey',
  schema: schemaOf<PasskeyRecord>()(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      host: Type.String({ description: 'The host name that it was made for' }),
      createdAt: time,
      lastUsedAt: Type.Union([time, Type.Null()]),
    }),
  ),
  example: {
    id,
    name: 'Chrome on Windows',
    host: 'tree.example',
    createdAt: '2026-01-01T12:00:00.000Z',
    lastUsedAt: null,
  },
};

function webAuthnOptions(name: string, is: string): Success {
  const schema = Type.Object(
    { challenge: Type.String() },
    { description: 'As navigator.credentials takes it, as JSON' },
  );
  return jsonOf(is, { name, schema, example: { challenge: ID } });
}

const made = { id: ID, rawId: ID, type: 'public-key', response: { clientDataJSON: 'e30', attestationObject: 'oA' } };
const signed = {
  id: ID,
  rawId: ID,
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'oA', signature: 'oA' },
};
const token = '0123456789abcdef0123456789abcdef0123456789abcdef';
const NO_LINK = 'It is not the link of the last start, or it is used: 410';

export const SIGN_IN_CALLS: CallGroup = {
  name: 'Passkeys and set-up',
  about: 'Signing in without Apple, and the first admin of a new server.',
  calls: {
    'POST /auth/passkeys/challenge': {
      summary: 'What a passkey has to sign',
      success: webAuthnOptions('PasskeyChallenge', 'Good once, for five minutes'),
      errors: { 400: NO_NAME, 429: TOO_MANY },
    },
    'POST /auth/passkeys/sign-in': {
      summary: 'Sign in with a passkey',
      body: signed,
      success: jsonOf('Signed in', ACCOUNT_SCHEMAS.auth),
      errors: {
        400: NO_NAME,
        401: { when: 'The passkey is not known, or the signature is not good', schema: ACCOUNT_SCHEMAS.auth },
        429: TOO_MANY,
      },
    },
    'GET /auth/passkeys': { summary: 'My passkeys', success: listOf('The oldest first', passkey) },
    'POST /auth/passkeys/new': {
      summary: 'What a browser needs to make a passkey',
      success: webAuthnOptions('NewPasskeyOptions', 'Good once, for five minutes'),
      errors: { 400: NO_NAME, 409: 'There are as many as there can be', 429: TOO_MANY },
    },
    'POST /auth/passkeys': {
      summary: 'Add the passkey that the browser made',
      body: made,
      success: { ...jsonOf('The passkey', passkey), status: 201 },
      errors: { 400: NO_NAME, 409: 'It took too long, or it is here already', 429: TOO_MANY },
    },
    'PATCH /auth/passkeys/:id': {
      summary: 'Rename one of my passkeys',
      path: { id },
      body: { name: 'My phone' },
      success: NOTHING,
      errors: { 404: 'There is no such passkey of mine' },
    },
    'DELETE /auth/passkeys/:id': {
      summary: 'Remove one of my passkeys',
      path: { id },
      success: NOTHING,
      errors: { 404: 'There is no such passkey of mine' },
    },
    'POST /auth/set-up/state': {
      summary: 'Whether a set-up link can be used',
      body: { token },
      success: NOTHING,
      errors: { 404: NO_LINK, 409: 'There is an admin already', 429: TOO_MANY },
    },
    'POST /auth/set-up': {
      summary: 'Become the first admin',
      details: 'The token is what follows `#set-up=` in the link that the start of a new server prints.',
      body: { token, name: 'Ada Lovelace' },
      success: jsonOf('Signed in', ACCOUNT_SCHEMAS.auth),
      errors: { 404: NO_LINK, 409: 'There is an admin already', 429: TOO_MANY },
    },
  },
};
