import { Type } from '@fastify/type-provider-typebox';
import type { AuditPage } from '#contract/admin/audit.ts';
import {
  type AuthResponse,
  CREDENTIAL_REFUSED,
  CREDENTIAL_UNKNOWN,
  type ErrorResponse,
  type KeyCheckResponse,
} from '#contract/calls.ts';
import type { SessionRecord, UserRecord } from '#contract/entities.ts';
import { PERMISSIONS, type Permission } from '#contract/permissions.ts';
import { EXAMPLES } from '../exampleValues.ts';
import { count, type NamedSchema, oneOf, schemaOf, time } from './schema.ts';

const permissions = Type.Array(Type.Unsafe<Permission>(oneOf(PERMISSIONS)));
const credentialCode = oneOf([CREDENTIAL_REFUSED, CREDENTIAL_UNKNOWN]);
const errorFields = {
  message: Type.String({ description: 'A sentence for people' }),
  code: Type.Optional(credentialCode),
  installation: Type.Optional(Type.String({ description: 'Which installation says so; sent with a code' })),
};

const error = schemaOf<ErrorResponse>()(Type.Object(errorFields));

const keyCheck = schemaOf<KeyCheckResponse>()(
  Type.Union([
    Type.Object({ valid: Type.Literal(true), installation: Type.String() }),
    Type.Object({ valid: Type.Literal(false), ...errorFields }),
  ]),
);

const auth = schemaOf<AuthResponse>()(
  Type.Union([
    Type.Object({
      success: Type.Literal(true),
      userId: Type.String(),
      firstName: Type.String(),
      lastName: Type.String(),
      email: Type.String(),
      permissions,
      token: Type.String({ description: 'For `Authorization: Bearer`' }),
      installation: Type.Optional(Type.String({ description: 'By which the app knows its server again' })),
    }),
    Type.Object({ success: Type.Literal(false), message: Type.String() }),
  ]),
);

const user = schemaOf<UserRecord>()(
  Type.Object({
    id: Type.String(),
    email: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
    permissions,
    createdAt: time,
    updatedAt: time,
    blockedAt: Type.Optional(time),
    made: Type.Optional(Type.Object({ tablets: count, shares: count })),
  }),
);

const session = schemaOf<SessionRecord>()(
  Type.Object({
    id: Type.String(),
    device: Type.String(),
    firstSeenAt: time,
    lastSeenAt: time,
    current: Type.Boolean({ description: 'Whether the call came with this session' }),
  }),
);

const auditPage = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: Type.Integer(),
      at: time,
      action: Type.String(),
      who: Type.String(),
      whom: Type.Optional(Type.String()),
      what: Type.Optional(Type.String()),
      address: Type.Optional(Type.String()),
    }),
  ),
  before: Type.Optional(Type.Integer({ description: 'For the next older entries; absent when there are none' })),
  waiting: count,
});

export const ACCOUNT_SCHEMAS = {
  error: {
    name: 'Error',
    schema: error,
    example: { message: 'Please sign in, or send an API key' },
  } satisfies NamedSchema<ErrorResponse>,
  keyCheck: {
    name: 'KeyCheck',
    schema: keyCheck,
    example: { valid: true, installation: '1d2c3b4a' },
  } satisfies NamedSchema<KeyCheckResponse>,
  auth: {
    name: 'SignIn',
    schema: auth,
    example: {
      success: true,
      userId: EXAMPLES.userId,
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.org',
      permissions: ['photos:write'],
      token: 'b6c4f8a1d0e7935c2b4a6f8e1d3c5b797e1f0c5b9a3d48e2',
      installation: EXAMPLES.userId,
    },
  } satisfies NamedSchema<AuthResponse>,
  user: {
    name: 'User',
    schema: user,
    example: {
      id: EXAMPLES.userId,
      email: 'ada@example.org',
      firstName: 'Ada',
      lastName: 'Lovelace',
      permissions: ['photos:write'],
      createdAt: '2025-11-02T09:00:00.000Z',
      updatedAt: EXAMPLES.updatedAt,
    },
  } satisfies NamedSchema<UserRecord>,
  session: {
    name: 'Session',
    schema: session,
    example: {
      id: EXAMPLES.sessionId,
      device: 'Firefox on Windows',
      firstSeenAt: '2026-01-02T08:00:00.000Z',
      lastSeenAt: '2026-01-31T12:00:00.000Z',
      current: true,
    },
  } satisfies NamedSchema<SessionRecord>,
  auditPage: {
    name: 'AuditPage',
    schema: auditPage,
    example: {
      entries: [{ id: 41, at: '2026-01-31T12:00:00.000Z', action: 'key-made', who: 'Ada Lovelace', what: 'Hall' }],
      waiting: 0,
    },
  } satisfies NamedSchema<AuditPage>,
};
