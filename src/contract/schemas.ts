import { type Static, type TSchema, Type } from 'typebox';
import { CREDENTIAL_REFUSED, CREDENTIAL_UNKNOWN } from './calls.ts';

/** An ISO 8601 time. */
export const time = Type.String({ format: 'date-time' });
export const count = Type.Integer({ minimum: 0 });

export function orNull<Schema extends TSchema>(schema: Schema, options: { description?: string } = {}) {
  return Type.Union([schema, Type.Null()], options);
}

/** One of these texts. */
export function oneOf<const Names extends readonly string[]>(
  names: Names,
  options: { examples?: unknown[]; description?: string } = {},
) {
  return Type.Unsafe<Names[number]>(
    Type.Union(
      names.map((name) => Type.Literal(name)),
      options,
    ),
  );
}

const credentialCode = oneOf([CREDENTIAL_REFUSED, CREDENTIAL_UNKNOWN]);

/** The body of every response that is not a success. */
export const ErrorResponse = Type.Object(
  {
    message: Type.String({ description: 'A sentence for people' }),
    code: Type.Optional(credentialCode),
    installation: Type.Optional(Type.String({ description: 'Which installation says so; sent with a code' })),
  },
  { $id: 'Error' },
);
export type ErrorResponse = Static<typeof ErrorResponse>;

/**
 * The values of the examples that name something. A test replaces them with existing things, and makes each call
 * exactly as described.
 */
export const EXAMPLES = {
  albumId: '3f1c8a52-6a0e-4a9b-9f63-0d1f5a7c2b11',
  otherAlbumId: '9b7d2e40-1c55-4f0e-8f0a-52f0a1c7d3e8',
  albumSlug: 'summer-2025',
  filename: 'beach-5d41402abc4b2a76b9719d911017c592.jpg',
  userId: '70a1c4de-2f7b-4d3c-9d67-4d7a7c0b6f21',
  sessionId: 'c2b8d0a4-9e7f-4b8e-a1f5-6e0d4b3c2a19',
  tabletId: '5e6f7a80-91b2-4c3d-8e4f-a0b1c2d3e4f5',
  nodeId: 'hall-lamp',
  channelId: 'b4d7e1a2-8c3f-4e5d-9a6b-7f8091a2b3c4',
  pairingCode: 'HJKMNP',
  pairingSecret: '0f4c9a7d2be15836',
  trashId: 'photo-17',
  apiKey: '7e1f0c5b9a3d48e2b6c4f8a1d0e7935c2b4a6f8e1d3c5b79',
  nodeKey: 'c41d7a90e5b83f2661d0a9c7f4e2b8350d6f1a8c3e7b9042',
  passkeyId: '0b0c7a3e-5c1f-4a52-9a57-2f7f4d0f4a11',
  invitationId: 'b1c7e0a4-5d2f-4f6e-8a3c-9e0d1b2c3a48',
  sourceId: 'c2b8f3a1-5d4e-4c6b-8a7f-9e0d1c2b3a45',
  shareId: 'e4a9d1b7-0c3f-4b5a-9d8e-7f6a5b4c3d21',
  invitationToken: 'd0be2dc421be4fcd0172e5afceea3970e2f3d940d0be2dc4',
  linkToken: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3a94a8fe5',
  goOnToken: '5b0c7a3e5c1f4a529a572f7f4d0f4a11d0be2dc45b0c7a3e',
  updatedAt: '2026-01-31T12:00:00.000Z',
} as const;
