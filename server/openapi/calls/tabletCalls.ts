import { type CallGroup, jsonOf, listOf, NOTHING } from '../callDescription.ts';
import { EXAMPLES } from '../exampleValues.ts';
import { TABLET_SCHEMAS } from '../schemas/tabletSchemas.ts';

const tablet = { id: EXAMPLES.tabletId };
const NO_TABLET = 'There is no such tablet';
const NAME_TAKEN = 'Another tablet or key has this name';
const OVER = { 404: 'The offer is over', 429: 'Too many wrong guesses' };

export const TABLET_CALLS: CallGroup = {
  name: 'Tablets',
  about: 'The screens on the wall: as admins see them, and what a screen itself asks with its key.',
  calls: {
    'GET /tablets': { summary: 'All tablets', success: listOf('The tablets', TABLET_SCHEMAS.tablet) },
    'POST /tablets': {
      summary: 'Make a tablet',
      details: 'The key is told only this once.',
      body: { name: 'Hall', albumIds: [EXAMPLES.albumId], settings: { secondsPerPhoto: 30, hours: 24 } },
      success: { status: 201, is: 'The tablet with its key and address', schema: TABLET_SCHEMAS.tabletWithKey },
      errors: { 409: NAME_TAKEN },
    },
    'GET /tablets/:id': {
      summary: 'One tablet',
      path: tablet,
      success: jsonOf('The tablet', TABLET_SCHEMAS.tablet),
      errors: { 404: NO_TABLET },
    },
    'PATCH /tablets/:id': {
      summary: 'Change a tablet',
      details: 'Fields that are absent stay as they are.',
      path: tablet,
      body: { name: 'Kitchen', settings: { night: { shows: 'black', by: 'time', from: '22:00', to: '06:30' } } },
      success: jsonOf('The tablet as it is now', TABLET_SCHEMAS.tablet),
      errors: { 404: NO_TABLET, 409: NAME_TAKEN },
    },
    'DELETE /tablets/:id': {
      summary: 'Revoke a tablet, or remove a revoked one',
      details: 'With `only` it does just that, also when the call is sent twice. Without it the state decides.',
      path: tablet,
      query: { only: 'revoke' },
      success: jsonOf('The tablet as it was left', TABLET_SCHEMAS.tablet),
      errors: { 404: NO_TABLET, 409: 'It is in use, and was only to be removed' },
    },
    'POST /tablets/:id/replace-key': {
      summary: 'Give a tablet another key',
      details: '`tablet` (or no body): it collects the key by itself. `link`: the response has the key.',
      path: tablet,
      body: { by: 'tablet' },
      success: jsonOf('The tablet, by link with its key', TABLET_SCHEMAS.tablet),
      errors: { 404: NO_TABLET, 409: 'It has no key that could be replaced, or cannot prove itself' },
    },
    'POST /tablets/:id/command': {
      summary: 'Tell a tablet what to do',
      path: tablet,
      body: { command: 'identify' },
      success: { status: 202, is: 'The tablet was told' },
      errors: { 404: NO_TABLET, 409: 'It cannot be reached at the moment' },
    },
    'POST /tablets/pairing': {
      summary: 'Offer a screen for pairing',
      success: { status: 201, is: 'The letters to show', schema: TABLET_SCHEMAS.pairingOffer },
      errors: { 429: 'Too many offers' },
    },
    'GET /tablets/pairing/:secret': {
      summary: 'Whether somebody has accepted the screen',
      path: { secret: EXAMPLES.pairingSecret },
      success: jsonOf('When accepted, with the key, once', TABLET_SCHEMAS.pairingState),
      errors: OVER,
    },
    'POST /tablets/pairing/:code/accept': {
      summary: 'Accept a screen that shows letters',
      path: { code: EXAMPLES.pairingCode },
      body: { name: 'Playroom', albumIds: null },
      success: jsonOf('The new tablet', TABLET_SCHEMAS.tablet),
      errors: { ...OVER, 409: NAME_TAKEN },
    },
    'GET /kiosk/settings': {
      summary: 'The settings of this tablet',
      details:
        'With the header `X-Device-Secret: none` the first such call is told a secret, which the device keeps and sends in that header from then on.',
      success: jsonOf('The settings', TABLET_SCHEMAS.kioskSettings),
    },
    'GET /kiosk/events': {
      summary: 'A stream of events for this tablet',
      details:
        'Server-sent events: `alive`, `albums`, `settings`, `command` and `revoked`, with a comment every 25 s. The key may be in the query as `apiKey`, because a browser sends no header here.',
      success: { status: 200, is: 'The stream, without an end', mediaType: 'text/event-stream' },
    },
    'POST /kiosk/report': {
      summary: 'What a tablet tells about itself',
      body: { path: '/circuit-tree/clock', battery: { level: 0.8, charging: true } },
      success: NOTHING,
    },
    'POST /kiosk/new-key': {
      summary: 'Collect the key that an admin ordered',
      details:
        'The header `X-Device-Secret` has what the device was told when it was connected, or with its first settings.',
      success: jsonOf('The key, which ends the old one when it is used first', TABLET_SCHEMAS.newKey),
      errors: { 409: 'Nobody has ordered one, or the device cannot prove that it is the tablet' },
    },
  },
};
