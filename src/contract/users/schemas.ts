import { type Static, Type } from 'typebox';
import { PERMISSIONS } from '#contract/permissions.ts';
import { EXAMPLES, count, ErrorResponse, oneOf, orNull, time } from '#contract/schemas.ts';
import { ACCOUNT_ALBUMS } from './accountAlbums.ts';

export const permissions = Type.Array(oneOf(PERMISSIONS));
/** The albums that a person sees, each with all below it. A person with `admin` sees all. */
export const albumIds = orNull(Type.Array(Type.String({ maxLength: 100 }), { maxItems: ACCOUNT_ALBUMS.most }), {
  description: 'The albums that the person sees, each with all below it; null: all',
});
const installation = Type.String({ description: 'By which the app knows its server again' });

export const KeyCheckResponse = Type.Union(
  [
    Type.Object({ valid: Type.Literal(true), installation: Type.String() }),
    Type.Interface([ErrorResponse], { valid: Type.Literal(false) }),
  ],
  { $id: 'KeyCheck', examples: [{ valid: true, installation: '1d2c3b4a' }] },
);
export type KeyCheckResponse = Static<typeof KeyCheckResponse>;

/** Stored in the browser under LOCAL_STORAGE.user. */
const SignedInUser = Type.Object({
  userId: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  permissions,
  token: Type.String({ description: 'For `Authorization: Bearer`' }),
});
export type SignedInUser = Static<typeof SignedInUser>;

/**
 * The signed-in user, with the id of the installation that opened the session, which an earlier release does not send.
 */
const NewSession = Type.Interface([SignedInUser], { installation: Type.Optional(installation) });
export type NewSession = Static<typeof NewSession>;

export const AuthResponse = Type.Union(
  [
    Type.Interface([NewSession], { success: Type.Literal(true) }),
    Type.Object({ success: Type.Literal(false), message: Type.String() }),
  ],
  {
    $id: 'SignIn',
    examples: [
      {
        success: true,
        userId: EXAMPLES.userId,
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@example.org',
        permissions: ['photos:write'],
        token: 'b6c4f8a1d0e7935c2b4a6f8e1d3c5b797e1f0c5b9a3d48e2',
        installation: EXAMPLES.userId,
      },
    ],
  },
);
export type AuthResponse = Static<typeof AuthResponse>;

const text = (maxLength: number) => Type.String({ maxLength });

export const AppleSignInPayload = Type.Object(
  {
    code: text(4_000),
    idToken: Type.Optional(text(10_000)),
    email: Type.Optional(text(1_000)),
    firstName: Type.Optional(text(1_000)),
    lastName: Type.Optional(text(1_000)),
  },
  { examples: [{ code: 'c1a2b3', idToken: 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln' }] },
);
export type AppleSignInPayload = Static<typeof AppleSignInPayload>;

export const Nonce = Type.Object(
  { nonce: Type.String() },
  { $id: 'Nonce', examples: [{ nonce: '5feceb66ffc86f38d952786c6d696c79' }] },
);

/** A person's things in use: they stay when the person is blocked, unless they are ended too. */
const MadeThings = Type.Object({
  /** Tablets whose last key the person was given. */
  tablets: count,
  /** Links to albums. */
  shares: count,
  /** Sources from which photos are imported automatically, without those that are paused. */
  sources: count,
  /** Channels that alerts are sent to. */
  channels: count,
});
export type MadeThings = Static<typeof MadeThings>;

export const UserRecord = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
    permissions,
    albumIds,
    createdAt: time,
    updatedAt: time,
    /** Absent unless an admin blocked the account. */
    blockedAt: Type.Optional(time),
    /** A few minutes old at most; absent until somebody has signed in to it. */
    lastSeenAt: Type.Optional(time),
    /** Absent where there is none. */
    made: Type.Optional(MadeThings),
  },
  {
    $id: 'User',
    examples: [
      {
        id: EXAMPLES.userId,
        email: 'ada@example.org',
        firstName: 'Ada',
        lastName: 'Lovelace',
        permissions: ['photos:write'],
        albumIds: null,
        createdAt: '2025-11-02T09:00:00.000Z',
        updatedAt: EXAMPLES.updatedAt,
      },
    ],
  },
);
export type UserRecord = Static<typeof UserRecord>;

export const PermissionsPayload = Type.Object(
  {
    permissions: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 }),
    /** Absent: the list stays as it is. In the same call, since nobody has `admin` and a list at the same time. */
    albumIds: Type.Optional(albumIds),
    /**
     * The `updatedAt` of the record that the person saw. When somebody else has changed the record meanwhile, the server
     * responds with 409; without this field it overwrites the record.
     */
    expectedUpdatedAt: Type.Optional(Type.String({ maxLength: 100 })),
    /** Ends what the person made too, like the same field of a block. */
    endMade: Type.Optional(Type.Boolean()),
  },
  { examples: [{ permissions: ['photos:read', 'photos:write'] }] },
);
export type PermissionsPayload = Static<typeof PermissionsPayload>;

export const BlockPayload = Type.Object(
  {
    blocked: Type.Boolean(),
    /**
     * Whether tablets, shares, sources and channels of alerts end too, if the person made them and loses the permission
     * for them. A source is paused.
     */
    endMade: Type.Optional(Type.Boolean()),
  },
  { examples: [{ blocked: true }] },
);
export type BlockPayload = Static<typeof BlockPayload>;

/** A change of an account by an admin. What is absent stays as it is; the last name stays only without a first one. */
export const AccountChanges = Type.Object(
  {
    firstName: Type.Optional(Type.String({ maxLength: 200 })),
    lastName: Type.Optional(Type.String({ maxLength: 200 })),
    email: Type.Optional(Type.String({ maxLength: 200 })),
    albumIds: Type.Optional(albumIds),
    /** The same as for the permissions. */
    expectedUpdatedAt: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { examples: [{ firstName: 'Ada', lastName: 'King', email: 'ada.king@example.org' }] },
);
export type AccountChanges = Static<typeof AccountChanges>;

/** The list of albums that an admin is about to give a person. */
export const AlbumListPayload = Type.Object({ albumIds }, { examples: [{ albumIds: [EXAMPLES.albumId] }] });

/** A thing that a person made for an album that the person's list lacks. */
const AffectedThing = Type.Object(
  {
    /**
     * Links and guests' codes open nothing while the list lacks their album. A source goes on importing, until an admin
     * pauses it.
     */
    kind: oneOf(['share', 'guest-code', 'source']),
    name: Type.String({ description: 'Its name for people, such as “Summer 2025” for Grandma' }),
  },
  { $id: 'AffectedThing', examples: [{ kind: 'share', name: '“Summer 2025” for Grandma' }] },
);
export type AffectedThing = Static<typeof AffectedThing>;

/** The things that a list of albums affects, of those that the person sees today. */
export const AffectedThings = Type.Array(AffectedThing);

export const ChangedUser = Type.Interface(
  [UserRecord],
  {
    /** Absent where the change affects none. */
    affected: Type.Optional(AffectedThings),
  },
  { $id: 'ChangedUser' },
);
export type ChangedUser = Static<typeof ChangedUser>;

/** The signed-in person's own account. No browser stores it: the list of albums may change at any time. */
export const OwnAccount = Type.Object(
  {
    userId: Type.String(),
    email: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
    permissions,
    albumIds,
  },
  {
    $id: 'OwnAccount',
    examples: [
      {
        userId: EXAMPLES.userId,
        email: 'ada@example.org',
        firstName: 'Ada',
        lastName: 'Lovelace',
        permissions: ['photos:write'],
        albumIds: [EXAMPLES.albumId],
      },
    ],
  },
);
export type OwnAccount = Static<typeof OwnAccount>;

/** One sign-in of the signed-in person. */
export const SessionRecord = Type.Object(
  {
    id: Type.String(),
    /** Such as 'Firefox on Windows'. */
    device: Type.String(),
    firstSeenAt: time,
    /** A few minutes old at most; of the current session: now. */
    lastSeenAt: time,
    current: Type.Boolean({ description: 'Whether the call came with this session' }),
  },
  {
    $id: 'Session',
    examples: [
      {
        id: EXAMPLES.sessionId,
        device: 'Firefox on Windows',
        firstSeenAt: '2026-01-02T08:00:00.000Z',
        lastSeenAt: '2026-01-31T12:00:00.000Z',
        current: true,
      },
    ],
  },
);
export type SessionRecord = Static<typeof SessionRecord>;
