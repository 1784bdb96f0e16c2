/**
 * The names of everything that this product stores in a browser. Devices hold their data for years, so no name may
 * change. A name that ends in a colon is a prefix: the rest of the full name follows it.
 */

export const LOCAL_STORAGE = {
  /** The signed-in user, with the session's token. */
  user: 'user',
  /** The installation that opened the session. */
  signedInAt: 'signed-in-at',
  /** The page that somebody wanted to open before signing in, and the time. */
  askedFor: 'asked-for',
  /** The position of an album's slideshow, by the album's slug. */
  slideshowPosition: 'slideshow-position:',
  /** The settings of the tablet that this device is. */
  tablet: 'tablet',
  /** The language of the tablet that this device is, which stays when its key ends. */
  tabletLanguage: 'tablet-language',
  /** The message on this tablet's wall. */
  message: 'wall-message',
  /** The shape of the grid of cards on the table. */
  codenamesGrid: 'codenames-grid',
  /** The number of failed starts in a row. */
  bootFailures: 'boot-failures',
  /** The entry script of the build for which the stored shell was deleted. */
  bootTriedAfresh: 'boot-tried-afresh',
  /** The photos that the page for old tablets lists. */
  framePhotos: 'frame-photos',
  /** The key with which that page was connected last; the one in its address stays unchanged on the home screen. */
  frameKey: 'frame-key',
} as const;

export const SESSION_STORAGE = {
  /** The rule during which the wall was sent to sleep, for a reload meanwhile. */
  asleep: 'asleep',
  /** The text typed into the album form, by the parent album's id. */
  albumDraft: 'album-draft:',
  /** The code of this screen for pairing, with the secret that collects its key. */
  pairing: 'pairing-offer',
  /** The entry script of the build that the page was last reloaded for because a chunk was missing. */
  reloadedForBuild: 'reloaded-for-build',
  /** The router's own entry, by the error's message: it has reloaded the page because of a missing chunk. */
  routerReload: 'tanstack_router_reload:',
} as const;

/** Records in the default database of idb-keyval. */
export const RECORDS = {
  /** The key that this device was connected with last. Only this and `frame-key` hold raw keys. */
  launch: 'home-screen-launch',
  /** The key of each page, by the page's id in the service worker. */
  pageKey: 'page:',
  /** The time at which each album was last shown. */
  albumsShown: 'albums-shown',
  /** Whether the screen has very many pixels. */
  largeScreen: 'large-screen',
  /** The builds that started, the builds that failed, and the build of the stored copy. */
  shellHealth: 'shell-health',
} as const;

/** The board of a game of Codenames has a database of its own. */
export const BOARD_DATABASE = { name: 'codenames', store: 'board', photo: 'photo', grid: 'grid' } as const;

/** Uploads that were broken off, in a database of their own: a record for each drop and for each of its files. */
export const UPLOADS_DATABASE = { name: 'uploads', store: 'queue', drop: 'drop:', file: 'file:' } as const;

/** Separate from the other names, which the first frame contains. */
export const CODENAMES = {
  /** In the local storage: the words of cards that somebody confirmed. */
  words: 'codenames-words',
  /** In the local storage: which game is played, by its grid. */
  grid: 'codenames-game',
  /** In the local storage: whose turn it is, and until when. */
  timer: 'codenames-timer',
  /** The cache with the reader of words, of one version. */
  reader: 'codenames-reader',
} as const;

export const CACHES = {
  /** Everything that belongs to a key, by the key's hash. */
  kiosk: 'kiosk:',
  /** The settings of this installation. */
  environment: 'environment',
  /** Workbox's own cache with the files of the app has this in its name. */
  shell: 'precache',
  /**
   * The app before its last update. The watchdog deletes it along with the shell, since its name contains the shell's.
   */
  keptShell: 'kept-precache',
} as const;

/** Parts of the names of a key's caches: the key's hash stands before, an album's slug after. */
export const KIOSK_CACHES = {
  /** Ends the name of the cache with a key's API responses. */
  responses: ':answers',
  /** Precedes the album's slug in the name of the cache with its images. */
  images: ':images:',
  /** Begins the URLs under which API responses are stored. */
  responseKeys: '/.kiosk/',
} as const;

export const COOKIES = {
  csrf: 'XSRF-TOKEN',
  /** Ties the nonce of an Apple sign-in to the browser that requested the nonce. */
  appleNonce: 'apple-nonce',
} as const;
