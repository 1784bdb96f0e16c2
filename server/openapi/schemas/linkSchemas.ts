import { Type } from '@fastify/type-provider-typebox';
import type {
  Invitation,
  InvitationState,
  InvitationWithLink,
  OpenedInvitation,
  SignInLinkResponse,
} from '#contract/admin/invitations.ts';
import { PERMISSIONS, type Permission } from '#contract/permissions.ts';
import type { Share, SharedAlbum, ShareWithKey } from '#contract/shares.ts';
import { EXAMPLES } from '../exampleValues.ts';
import { type NamedSchema, oneOf, schemaOf, time, timeOrNull } from './schema.ts';

const permissions = Type.Array(Type.Unsafe<Permission>(oneOf(PERMISSIONS)));
const url = Type.String({ description: 'The link; it can be read only in this response' });

const invitationFields = {
  id: Type.String(),
  name: Type.String(),
  email: Type.Optional(Type.String()),
  permissions,
  invitedBy: Type.String(),
  createdAt: time,
  until: time,
  state: Type.Unsafe<InvitationState>(oneOf(['open', 'used', 'over', 'taken-back'])),
  usedBy: Type.Optional(Type.String({ description: 'The name of the account that it made' })),
  usedAt: Type.Optional(time),
};
const shareFields = {
  id: Type.String(),
  name: Type.Optional(Type.String({ description: 'Whom the link is for' })),
  albumId: Type.String(),
  albumName: Type.String(),
  albumSlug: Type.String(),
  sharedBy: Type.String(),
  sharedAt: time,
  until: timeOrNull,
  lastUsedAt: timeOrNull,
};

const invitation: Invitation = {
  id: EXAMPLES.invitationId,
  name: 'Tom',
  permissions: ['photos:read'],
  invitedBy: 'Ada Lovelace',
  createdAt: EXAMPLES.updatedAt,
  until: '2026-02-01T12:00:00.000Z',
  state: 'open',
};
const share: Share = {
  id: EXAMPLES.shareId,
  name: 'Grandma',
  albumId: EXAMPLES.albumId,
  albumName: 'Summer 2025',
  albumSlug: EXAMPLES.albumSlug,
  sharedBy: 'Ada Lovelace',
  sharedAt: EXAMPLES.updatedAt,
  until: null,
  lastUsedAt: null,
};

export const LINK_SCHEMAS = {
  signInLink: {
    name: 'SignInLink',
    schema: schemaOf<SignInLinkResponse>()(Type.Object({ url, until: time })),
    example: { url: 'https://photos.example/#sign-in-link=a94a8fe5', until: EXAMPLES.updatedAt },
  } satisfies NamedSchema<SignInLinkResponse>,
  invitation: {
    name: 'Invitation',
    schema: schemaOf<Invitation>()(Type.Object(invitationFields)),
    example: invitation,
  } satisfies NamedSchema<Invitation>,
  invitationWithLink: {
    name: 'InvitationWithLink',
    schema: schemaOf<InvitationWithLink>()(Type.Object({ ...invitationFields, url })),
    example: { ...invitation, url: 'https://photos.example/#invitation=a94a8fe5' },
  } satisfies NamedSchema<InvitationWithLink>,
  openedInvitation: {
    name: 'OpenedInvitation',
    schema: schemaOf<OpenedInvitation>()(
      Type.Object({ name: Type.String(), invitedBy: Type.String(), permissions, until: time }),
    ),
    example: { name: 'Tom', invitedBy: 'Ada Lovelace', permissions: ['photos:read'], until: EXAMPLES.updatedAt },
  } satisfies NamedSchema<OpenedInvitation>,
  share: {
    name: 'Share',
    schema: schemaOf<Share>()(Type.Object(shareFields)),
    example: share,
  } satisfies NamedSchema<Share>,
  shareWithKey: {
    name: 'ShareWithKey',
    schema: schemaOf<ShareWithKey>()(
      Type.Object({ ...shareFields, key: Type.String({ description: 'Readable only in this response' }), url }),
    ),
    example: { ...share, key: EXAMPLES.apiKey, url: 'https://photos.example/#shared-album=a94a8fe5' },
  } satisfies NamedSchema<ShareWithKey>,
  sharedAlbum: {
    name: 'SharedAlbum',
    schema: schemaOf<SharedAlbum>()(Type.Object({ albumId: Type.String(), until: timeOrNull })),
    example: { albumId: EXAMPLES.albumId, until: null },
  } satisfies NamedSchema<SharedAlbum>,
};
