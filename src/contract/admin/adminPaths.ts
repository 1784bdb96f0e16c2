import { pathOf } from '../pathPatterns.ts';

/** The licences of what others wrote and the app brings along: a file that the build makes. */
export const LICENCES_FILE = '/licences.txt';

/** Path patterns of the API calls that only the administration makes, relative to baseApiUrl. */
export const ADMIN_PATTERNS = {
  /** The signed-in person's own sessions. */
  sessions: '/auth/sessions',
  session: '/auth/sessions/:id',
  /** Makes a link by which this session goes on under the server's name. */
  moveSession: '/auth/sessions/move',
  /** The signed-in person's own passkeys, and what a browser needs to make another one. */
  passkeys: '/auth/passkeys',
  passkey: '/auth/passkeys/:id',
  newPasskey: '/auth/passkeys/new',
  album: '/photos/albums/:id',
  albumOrder: '/photos/albums/order',
  movePhotos: '/photos/albums/:id/photos/move',
  photoOrder: '/photos/albums/:id/photos/order',
  knownPhotos: '/photos/albums/:id/photos/known',
  photo: '/photos/albums/:id/photos/:filename',
  originalPhoto: '/photos/albums/:id/photos/:filename/original',
  waiting: '/photos/waiting',
  approveWaiting: '/photos/waiting/approve',
  trash: '/photos/trash',
  restoreFromTrash: '/photos/trash/restore',
  trashThumbnail: '/photos/trash/:id/thumbnail',
  search: '/photos/search',
  users: '/users',
  userPermissions: '/users/:id/permissions',
  userBlock: '/users/:id/block',
  userSignInLink: '/users/:id/sign-in-link',
  invitations: '/invitations',
  invitation: '/invitations/:id',
  shares: '/shares',
  share: '/shares/:id',
  tablets: '/tablets',
  tablet: '/tablets/:id',
  replaceTabletKey: '/tablets/:id/replace-key',
  tabletCommand: '/tablets/:id/command',
  tabletShown: '/tablets/:id/shown',
  acceptPairing: '/tablets/pairing/:code/accept',
  node: '/nodes/:id',
  nodeHistory: '/nodes/:id/history',
  releaseNode: '/nodes/:id/release',
  /** Which nodes are muted, told or acknowledged. */
  nodeMarks: '/nodes',
  /** The call of a device, script or microcontroller that says 'I am alive'; the node's page shows it. */
  ping: '/ping/:nodeKey/:nodeId',
  alerts: '/alerts',
  alertChannels: '/alerts/channels',
  alertChannel: '/alerts/channels/:id',
  testAlertChannel: '/alerts/channels/:id/test',
  backups: '/backups',
  backUpNow: '/backups/now',
  audit: '/audit',
  installation: '/installation',
  serverStatus: '/installation/status',
  /** The data of the administration's start page. */
  overview: '/overview',
  /** The documents that describe the calls and the socket's events. */
  openApi: '/openapi.json',
  asyncApi: '/asyncapi.json',
  metrics: '/metrics',
} as const;

/** The same paths for making calls: those with parameters are functions. */
export const ADMIN_PATHS = {
  ...ADMIN_PATTERNS,
  album: (id: string) => pathOf(ADMIN_PATTERNS.album, { id }),
  movePhotos: (id: string) => pathOf(ADMIN_PATTERNS.movePhotos, { id }),
  photoOrder: (id: string) => pathOf(ADMIN_PATTERNS.photoOrder, { id }),
  knownPhotos: (id: string) => pathOf(ADMIN_PATTERNS.knownPhotos, { id }),
  photo: (id: string, filename: string) => pathOf(ADMIN_PATTERNS.photo, { id, filename }),
  trashThumbnail: (id: string) => pathOf(ADMIN_PATTERNS.trashThumbnail, { id }),
  originalPhoto: (id: string, filename: string) => pathOf(ADMIN_PATTERNS.originalPhoto, { id, filename }),
  session: (id: string) => pathOf(ADMIN_PATTERNS.session, { id }),
  passkey: (id: string) => pathOf(ADMIN_PATTERNS.passkey, { id }),
  userPermissions: (id: string) => pathOf(ADMIN_PATTERNS.userPermissions, { id }),
  userSignInLink: (id: string) => pathOf(ADMIN_PATTERNS.userSignInLink, { id }),
  invitation: (id: string) => pathOf(ADMIN_PATTERNS.invitation, { id }),
  share: (id: string) => pathOf(ADMIN_PATTERNS.share, { id }),
  tablet: (id: string) => pathOf(ADMIN_PATTERNS.tablet, { id }),
  replaceTabletKey: (id: string) => pathOf(ADMIN_PATTERNS.replaceTabletKey, { id }),
  tabletCommand: (id: string) => pathOf(ADMIN_PATTERNS.tabletCommand, { id }),
  tabletShown: (id: string) => pathOf(ADMIN_PATTERNS.tabletShown, { id }),
  acceptPairing: (code: string) => pathOf(ADMIN_PATTERNS.acceptPairing, { code }),
  node: (id: string) => pathOf(ADMIN_PATTERNS.node, { id }),
  releaseNode: (id: string) => pathOf(ADMIN_PATTERNS.releaseNode, { id }),
  nodeHistory: (id: string) => pathOf(ADMIN_PATTERNS.nodeHistory, { id }),
  alertChannel: (id: string) => pathOf(ADMIN_PATTERNS.alertChannel, { id }),
  testAlertChannel: (id: string) => pathOf(ADMIN_PATTERNS.testAlertChannel, { id }),
  userBlock: (id: string) => pathOf(ADMIN_PATTERNS.userBlock, { id }),
};
