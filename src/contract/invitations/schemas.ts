import { type Static, Type } from 'typebox';
import { INVITATION_TERMS } from '#contract/admin/limits.ts';
import { PERMISSIONS } from '#contract/permissions.ts';
import { token, tokenOf, url } from '#contract/signIn/schemas.ts';
import { albumIds, permissions } from '#contract/users/schemas.ts';
import { EXAMPLES, oneOf, time } from '#contract/schemas.ts';

const exampleInvitation = {
  id: EXAMPLES.invitationId,
  name: 'Tom',
  permissions: ['photos:read'],
  albumIds: null,
  invitedBy: 'Ada Lovelace',
  createdAt: EXAMPLES.updatedAt,
  until: '2026-02-01T12:00:00.000Z',
  state: 'open',
};

export const NewInvitation = Type.Object(
  {
    name: Type.String({ maxLength: 200 }),
    email: Type.Optional(Type.String({ maxLength: 200 })),
    permissions: Type.Array(oneOf(PERMISSIONS), { maxItems: 10 }),
    /** Absent: all. */
    albumIds: Type.Optional(albumIds),
    term: oneOf(INVITATION_TERMS),
  },
  { examples: [{ name: 'Tom', permissions: ['photos:read'], term: 'day' }] },
);
export type NewInvitation = Static<typeof NewInvitation>;

const InvitationState = oneOf(['open', 'used', 'over', 'taken-back']);
export type InvitationState = Static<typeof InvitationState>;

export const Invitation = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: Type.Optional(Type.String()),
    permissions,
    albumIds,
    /** The name of the admin who made it. */
    invitedBy: Type.String(),
    createdAt: time,
    until: time,
    state: InvitationState,
    usedBy: Type.Optional(Type.String({ description: 'The name of the account that it made' })),
    usedAt: Type.Optional(time),
  },
  { $id: 'Invitation', examples: [exampleInvitation] },
);
export type Invitation = Static<typeof Invitation>;

/** The server stores only the hash of the link's token. */
export const InvitationWithLink = Type.Interface(
  [Invitation],
  { url },
  {
    $id: 'InvitationWithLink',
    examples: [{ ...exampleInvitation, url: 'https://photos.example/#invitation=a94a8fe5' }],
  },
);
export type InvitationWithLink = Static<typeof InvitationWithLink>;

/** The details that an invited person sees before accepting. */
export const OpenedInvitation = Type.Object(
  {
    name: Type.String(),
    invitedBy: Type.String(),
    permissions,
    albums: Type.Optional(
      Type.Array(Type.String(), { description: 'The names of the only albums that the person will see; absent: all' }),
    ),
    until: time,
  },
  {
    $id: 'OpenedInvitation',
    examples: [{ name: 'Tom', invitedBy: 'Ada Lovelace', permissions: ['photos:read'], until: EXAMPLES.updatedAt }],
  },
);
export type OpenedInvitation = Static<typeof OpenedInvitation>;

export const InvitationToken = tokenOf(EXAMPLES.invitationToken);

export const Acceptance = Type.Object(
  { token, name: Type.String({ maxLength: 200 }) },
  { examples: [{ token: EXAMPLES.invitationToken, name: 'Tom Sawyer' }] },
);
