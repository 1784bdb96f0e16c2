import { Type } from '@fastify/type-provider-typebox';
import { type CallGroup, jsonOf, listOf, NOTHING } from '../callDescription.ts';
import { EXAMPLES } from '../exampleValues.ts';
import { ACCOUNT_SCHEMAS } from '../schemas/accountSchemas.ts';

const { auth } = ACCOUNT_SCHEMAS;
const ONLY_HERE = 'Only on the machine the server runs on, and never in production.';
const NOT_CONFIRMED = { when: 'The sign-in was not confirmed', schema: auth };
const user = { id: EXAMPLES.userId };

export const ACCOUNT_CALLS: CallGroup = {
  name: 'Signing in and people',
  about: 'Sessions, accounts and who did what.',
  calls: {
    'GET /auth/check-api-key/:key': {
      summary: "Whether a kiosk's key is valid",
      path: { key: EXAMPLES.apiKey },
      success: jsonOf('It is', ACCOUNT_SCHEMAS.keyCheck),
      errors: {
        401: { when: 'It is revoked, or the server does not know it', schema: ACCOUNT_SCHEMAS.keyCheck },
        429: 'Too many wrong keys from this address',
      },
    },
    'POST /auth/sign-in-link': {
      summary: 'Sign in with a link',
      details: 'The token is what follows `#sign-in-link=` in a link; it works once.',
      body: { token: EXAMPLES.linkToken },
      success: jsonOf('Signed in', auth),
      errors: { 401: { when: 'It was used, or is too old', schema: auth }, 429: 'Too many attempts' },
    },
    'GET /auth/dev/user': {
      summary: 'Sign in as the development user',
      details: ONLY_HERE,
      success: jsonOf('Signed in', auth),
    },
    'GET /auth/dev/admin': {
      summary: 'Sign in as the development admin',
      details: ONLY_HERE,
      success: jsonOf('Signed in', auth),
    },
    'POST /auth/apple/nonce': {
      summary: "A nonce for Apple's window",
      details: 'Bound to this browser by a cookie, and used once.',
      success: jsonOf('The nonce', {
        name: 'Nonce',
        schema: Type.Object({ nonce: Type.String() }),
        example: { nonce: '5feceb66ffc86f38d952786c6d696c79' },
      }),
      errors: { 429: 'Too many attempts' },
    },
    'POST /auth/apple': {
      summary: 'Sign in with Apple',
      body: { code: 'c1a2b3', idToken: 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln' },
      success: jsonOf('Signed in', auth),
      errors: {
        401: NOT_CONFIRMED,
        429: 'Too many attempts',
        503: { when: 'Apple is out of reach', schema: auth },
      },
    },
    'POST /auth/sign-out': { summary: 'Sign out', success: NOTHING },
    'GET /auth/sessions': {
      summary: 'My sessions',
      success: listOf('The last used first', ACCOUNT_SCHEMAS.session),
    },
    'DELETE /auth/sessions': { summary: 'End all my other sessions', success: NOTHING },
    'DELETE /auth/sessions/:id': {
      summary: 'End one of my sessions',
      path: { id: EXAMPLES.sessionId },
      success: NOTHING,
      errors: { 404: 'This session has ended already' },
    },
    'GET /users': { summary: 'All accounts', success: listOf('The accounts', ACCOUNT_SCHEMAS.user) },
    'PUT /users/:id/permissions': {
      summary: 'Give and take permissions',
      path: user,
      body: { permissions: ['photos:read', 'photos:write'] },
      success: jsonOf('The account as it is now', ACCOUNT_SCHEMAS.user),
      errors: { 404: 'There is no such account', 409: 'Changed meanwhile, or the last admin' },
    },
    'PUT /users/:id/block': {
      summary: 'Block or unblock an account',
      path: user,
      body: { blocked: true },
      success: jsonOf('The account as it is now', ACCOUNT_SCHEMAS.user),
      errors: { 404: 'There is no such account', 409: 'The last admin, or oneself' },
    },
    'GET /audit': {
      summary: 'Who did what',
      query: { topic: 'keys' },
      success: jsonOf('The newest entries first', ACCOUNT_SCHEMAS.auditPage),
    },
  },
};
