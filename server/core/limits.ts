/**
 * All limits of the server that are no settings: how much a broken client, a flood of requests or a huge picture can
 * make the server hold, and for how long. Those of bodies are in bodyLimits.ts.
 */

import { BROKER_NODES, TRASHED_PER_CALL } from '#contract/admin/limits.ts';

const KB = 1024;
const MB = 1024 * KB;

/** Connections, and the requests on them. */
export const CONNECTIONS = {
  /** Enough for 10,000 tablets, 10,000 nodes and some people; less if the process may not open so many files. */
  max: 25_000,
  otherFiles: 2_000,
  /** Not applied to the addresses of this machine and of trusted proxies, which many people may share. */
  maxPerAddress: 1_000,
  tlsHandshakeMs: 10_000,
  /** A client that has not sent its headers within this time is disconnected, since its connection takes memory. */
  headersMs: 15_000,
  checkEveryMs: 5_000,
  /** Longer than the idle timeouts of the usual proxies: they, not this server, then close idle connections. */
  keepAliveMs: 75_000,
  /** The time for which a client may read nothing of a response; any progress restarts it. */
  unreadMs: 15_000,
  /** The number of requests a client may send before it has a response. Browsers and proxies send none ahead. */
  waitingRequests: 16,
  /** The time a client has to read an error response before the connection is closed. */
  lingerMs: 1_000,
  /**
   * When the server stops, requests in progress have `drainMs` to finish, and the process ends after `stopMs` at the
   * latest.
   */
  drainMs: 7_000,
  stopMs: 9_500,
} as const;

/** The http port of an app on https: small pages that need little time. */
export const HTTP_DOOR = {
  connections: 500,
  keepAliveMs: 2_000,
  timeouts: { headersTimeout: 10_000, requestTimeout: 10_000 },
} as const;

export const UPLOADS = {
  /** The most files of one request: far more than anybody chooses at once. */
  files: 5_000,
  /** The fields of one request: the app sends one for each file, other programs a few. */
  fields: 20,
  fieldBytes: 4 * KB,
  fieldNameBytes: 100,
  partHeaderBytes: 4 * KB,
  /** The longest name in usual file systems. Longer names are cut before they are processed. */
  filenameLength: 255,
  /** The most pictures of one request that are stored and not decoded yet; reading the body then pauses. */
  waitingForDecoder: 32,
  /** The same in bytes; one more file may begin below it. */
  bytesWaitingForDecoder: 128 * MB,
  /** The files of one request that wait for the picture to which they belong. */
  waitingForPicture: 16,
  /** The space for the two images that are made from a picture, which are smaller than this. */
  imageBytes: 4 * MB,
  /** The share of the disk that guests leave free for the people of the house. */
  freeForPeople: 0.1,
  /**
   * The share that people leave free, so that the database can still be written, and the limit of this share in bytes.
   */
  freeForServer: 0.05,
  mostFreeForServer: 500 * MB,
  /** The requests of a guests' link that a server takes at the same time. */
  perShare: 2,
  /** The interval at which a person's right to upload is checked while a file arrives. */
  checkAccessMs: 10_000,
} as const;

export const TRASH = {
  /** Rows that are changed at once: hundreds of thousands would hold up every response for seconds. */
  rowsPerStatement: 2_000,
  /** The entries of one response of the list. */
  page: 1_000,
  /** The file names or ids of one call. */
  namesPerCall: TRASHED_PER_CALL,
  /** The interval of checks for due work, and a shorter one after files could not be removed. */
  checkEveryMs: 60 * 60 * 1000,
  retryMs: 60_000,
} as const;

export const DECODERS = {
  /** The number of processes follows cores and memory (photos/decode/decodeShares.ts). */
  processes: { usual: 4, most: 18 },
  /** The memory of one process, usually and on small machines. A JPEG of any size, decoded row by row, takes 130 MB. */
  shareBytes: { usual: 256 * MB, least: 160 * MB },
  timeoutMs: 60_000,
  /** The process is started again within a fifth of a second, and takes 80 MB until it ends. */
  idleMs: 15_000,
  /** The number of pictures of all uploaders that may wait. */
  waiting: 1_000,
} as const;

/** The caches in memory. Those in bytes are smaller on a small machine: at most this fraction of its memory. */
export const CACHES = {
  imageBytes: { thumbnail: 96 * MB, medium: 64 * MB },
  listBytes: 64 * MB,
  /** Pages of SQLite's file. */
  databaseBytes: 16 * MB,
  partsOfMemory: 128,
  /** First photos of albums, and photos that were chosen as covers. */
  covers: 1_000_000,
  /** The albums of the lists of keys and accounts that see some albums only. */
  scopedAlbums: 500_000,
  imageAddresses: 50_000,
  /** The numbers of photos of long albums in their order by name or by hand, which takes long to sort. */
  sortedPhotos: 2_000_000,
  /** Keys and session tokens that were verified since the last write. */
  credentials: 10_000,
  /** SQL statements. The server has a few dozen, but lists of different lengths make different statements. */
  statements: 200,
} as const;

/** The largest response of one call. */
export const LISTS = {
  /** Photos, and albums, that a search finds. */
  found: 200,
  /** The highest start of a part of a long album: a multiple of a part, beyond every library. */
  lastPart: 100_000_000,
  /** The photos uploaded last, on the start page of the administration. */
  recent: 8,
} as const;

export const NODES = {
  max: 50_000,
  /** A limit for each key, so that somebody who has one device's key cannot use up the limit for all nodes. */
  maxPerKey: 10_000,
  /**
   * Limits for the MQTT broker, where anybody may write: nodes that belong to no key, new ones in a minute, and pings
   * of all of them in a second. They are counted apart from all others, which so always find a place.
   */
  ofBroker: BROKER_NODES,
  /** The interval of writes of heartbeats, many at once: 12 nodes then write 20 MB a day. New nodes are written within 1 s. */
  writeEveryMs: 60_000,
  /** The screens that may wait for the brightness of a node, and the requests of one screen in a second. */
  waitingPerNode: 1_000,
  requestsPerReader: 1_000,
  /** Max responses to a client that the network has not accepted yet; more requests get no response. */
  unsentResponses: 4,
  /** The time a socket may stay open before it sends its namespace and token. */
  handshakeMs: 10_000,
  /** No key or token of ours is longer; a longer one is not looked up in the database. */
  tokenLength: 512,
} as const;

/** Streams of server-sent events. */
export const STREAMS = {
  /** A page that has not taken this many bytes is cut off; it connects again. */
  unsentBytes: 64 * KB,
  /** The pages of one session that listen; one more closes the oldest. */
  ofSession: 8,
} as const;

export const TABLETS = {
  reportBytes: 16 * KB,
  /** Screens that show a code at the same time, from all addresses and from one. One more removes an older one. */
  waitingScreens: { all: 1_000, ofAddress: 50 },
  /** The interval at which the presence of tablets is written to the database, many at once. */
  saveEveryMs: 60_000,
  /** The pages of one tablet that listen for events; one more closes the oldest. */
  streams: 8,
  /**
   * A tablet reports within a minute while its page is visible. When it has been silent for this long, its stream gets
   * no further comment and ends. Otherwise a tablet without power would count as on the wall for a quarter of an hour,
   * until the network notices. A page that is alive connects again.
   */
  silentMs: 75_000,
  /** A burst of writes is checked as one; the next check is this much later, or more in a large library. */
  gatherMs: 200,
  checkEveryMs: 1_000,
  checkAtLeastEveryMs: 2_000,
} as const;

/** The checks of /health/ready. Everybody may ask, and each check costs writes and now and then a process. */
export const READINESS = {
  /** One result is the response to everybody within this time, so nobody can make the server check more often. */
  everyMs: 10_000,
  /** The pause after a decoder process responded, before another is started as a trial. */
  decoderEveryMs: 10 * 60_000,
  /**
   * A check that takes longer counts as failed, or keeps its last result if it is only slow on a busy machine. It is
   * not started again before it ends.
   */
  timeoutMs: 10_000,
  /** The share of the disk that has to be free. */
  leastFree: 0.05,
} as const;

/** The number of wrong keys and tokens that an address may send, and of addresses that are remembered. */
export const GUESSES = {
  perWindow: 60,
  windowMs: 60_000,
  addresses: 50_000,
} as const;

export const SESSIONS = {
  /** The time of the last use may be outdated by this much: a write at each request would wear out the disk. */
  touchEveryMs: 5 * 60_000,
  /** The number of sessions that a person is shown, the last used first. */
  listed: 200,
} as const;

/** The audit log. */
export const AUDIT = {
  storedMs: 365 * 24 * 3_600_000,
  /** With more entries about photos, or more others, the oldest are deleted before their year is over: 50 MB. */
  entries: 200_000,
  /** The number of old entries that are deleted at a time, so that no response waits for long. */
  sweptAtOnce: 500,
  sweepEveryMs: 3_600_000,
  pageEntries: 100,
  /** The number of events that wait in memory while the disk takes none; later ones are only counted. */
  waiting: 1_000,
  writtenAtOnce: 100,
  retryMs: 30_000,
  /** Longer texts are cut. */
  textLength: 300,
} as const;

/** Attempts to sign in from an address, the time to sign with a passkey, and the passkeys of a person. */
export const SIGN_INS = { perWindow: 30, windowMs: 60_000, challengeMs: 300_000, passkeys: 20 } as const;
