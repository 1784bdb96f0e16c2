import { type CallGroup, jsonOf, listOf, NOTHING } from '../callDescription.ts';
import { EXAMPLES } from '../exampleValues.ts';
import { ACCOUNT_SCHEMAS } from '../schemas/accountSchemas.ts';
import { LINK_SCHEMAS } from '../schemas/linkSchemas.ts';

const ENDED = 'It was used, is over, or was taken back';
const UNKNOWN = 'There is no such invitation';
const TOO_MANY = 'Too many attempts';

export const LINK_CALLS: CallGroup = {
  name: 'Links',
  about: 'Links that sign people in or invite them, and keys that show one album to visitors.',
  calls: {
    'POST /users/:id/sign-in-link': {
      summary: 'Make a sign-in link for an account',
      path: { id: EXAMPLES.userId },
      success: jsonOf('The link, which works once', LINK_SCHEMAS.signInLink),
      errors: { 404: 'There is no such account', 409: 'The account is blocked' },
    },
    'GET /invitations': {
      summary: 'All invitations',
      success: listOf('The newest first', LINK_SCHEMAS.invitation),
    },
    'POST /invitations': {
      summary: 'Invite somebody',
      body: { name: 'Tom', permissions: ['photos:read'], term: 'day' },
      success: { status: 201, is: 'The invitation, with its link', schema: LINK_SCHEMAS.invitationWithLink },
      errors: { 409: 'There is an account with this e-mail address already' },
    },
    'DELETE /invitations/:id': {
      summary: 'Take an invitation back',
      path: { id: EXAMPLES.invitationId },
      success: NOTHING,
      errors: { 404: UNKNOWN, 409: 'It is not open any more' },
    },
    'POST /auth/invitation': {
      summary: 'What an invitation offers',
      details: 'The token is what follows `#invitation=` in the link. Nothing is used up.',
      body: { token: EXAMPLES.invitationToken },
      success: jsonOf('The invitation', LINK_SCHEMAS.openedInvitation),
      errors: { 404: UNKNOWN, 410: ENDED, 429: TOO_MANY },
    },
    'POST /auth/invitation/accept': {
      summary: 'Accept an invitation',
      details: 'Makes the account and signs in to it; works once.',
      body: { token: EXAMPLES.invitationToken, name: 'Tom Sawyer' },
      success: jsonOf('Signed in', ACCOUNT_SCHEMAS.auth),
      errors: { 404: UNKNOWN, 409: 'The e-mail address has an account by now', 410: ENDED, 429: TOO_MANY },
    },
    'GET /shares': {
      summary: 'Shared albums',
      query: { albumId: EXAMPLES.albumId },
      success: listOf('The open ones, of all albums or of one, the newest first', LINK_SCHEMAS.share),
    },
    'POST /shares': {
      summary: 'Share an album with visitors',
      details:
        'The key opens this album and those below it, and nothing else, for a day, a week, or until it is taken back.',
      body: { albumId: EXAMPLES.albumId, term: 'week', name: 'Grandma' },
      success: { status: 201, is: 'The share, with its key', schema: LINK_SCHEMAS.shareWithKey },
      errors: { 404: 'There is no such album', 429: 'This person made 100 within an hour' },
    },
    'DELETE /shares/:id': {
      summary: 'Take a share back',
      path: { id: EXAMPLES.shareId },
      success: NOTHING,
      errors: { 404: 'It has ended already' },
    },
    'GET /shares/mine': {
      summary: "What a visitor's key opens",
      details: 'The key goes into the header `X-Share-Key`, here and with the lists of albums and of their photos.',
      success: jsonOf('The one album, and until when', LINK_SCHEMAS.sharedAlbum),
    },
  },
};
