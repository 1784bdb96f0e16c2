/**
 * Every bound of the server that is no setting, in one place: how much of anything a broken client, a flood or a huge
 * picture can make it hold, and for how long. The tests that drive it there are in tests/server/limits.
 */

const KB = 1024;
const MB = 1024 * KB;

/** Connections, and the requests on them. */
export const CONNECTIONS = {
  /** Half of the descriptors that a usual system allows, as each may also hold a file open. */
  max: 10_000,
  /** Not for this machine's own address or a trusted proxy's, behind which everybody is. */
  maxPerAddress: 1_000,
  tlsHandshakeMs: 10_000,
  /** A client that has not sent its headers by then is not going to. */
  headersMs: 15_000,
  checkEveryMs: 5_000,
  /** Longer than the idle timeouts of the usual proxies, so that they, and not we, close a connection first. */
  keepAliveMs: 75_000,
  /** Nothing of a response was read for so long; any progress begins the time anew. */
  unreadMs: 15_000,
  /** Requests that were sent ahead of a response. Browsers and proxies send none. */
  waitingRequests: 16,
  /** For an error response that is the last one of its connection: time to be read. */
  lingerMs: 1_000,
  /** When the server stops: what is in progress may take so long, and then the process has so long to end. */
  drainMs: 7_000,
  stopMs: 9_500,
} as const;

/** What comes with a request. */
export const BODIES = {
  jsonBytes: 256 * KB,
  /** All but uploads are whole by then. */
  wholeMs: 30_000,
  /** Slower than a modem of the nineties is no upload but a connection held open. */
  progressEveryMs: 10_000,
  leastBytesPerProgress: 4 * KB,
  parameterLength: 1_000,
} as const;

export const UPLOADS = {
  /** Of one request: far more than anybody chooses at once. */
  files: 5_000,
  /** An upload has no fields of its own; forms of other programs may bring a few. */
  fields: 20,
  fieldBytes: 1 * KB,
  fieldNameBytes: 100,
  partHeaderBytes: 4 * KB,
  /** As long as file systems let a name be. Longer ones are cut before anything looks at their letters. */
  filenameLength: 255,
  /** Pictures of one request that are on the disk and not decoded yet; until one is, no more of the body is read. */
  waitingForDecoder: 32,
} as const;

export const DECODERS = {
  /** Processes, of which one uploader may use all but one. */
  processes: 4,
  /** Of all decoder processes together. */
  memoryBytes: 1024 * MB,
  timeoutMs: 60_000,
  idleMs: 60_000,
  /** Pictures of everybody that wait. */
  waiting: 1_000,
} as const;

/** What is kept in memory to be faster. */
export const CACHES = {
  thumbnailBytes: 96 * MB,
  listBytes: 64 * MB,
  albumSlugs: 20_000,
  /** The server has some dozens of SQL statements. Lists of parameters make new texts; the least used are dropped. */
  statements: 200,
} as const;

export const NODES = {
  max: 50_000,
  /** Whoever has one device's key cannot take the room of the others'. */
  maxPerKey: 10_000,
  /** Heartbeats are written together so often: 12 nodes write 20 MB a day. New nodes are written within a second. */
  writeEveryMs: 60_000,
  /** Screens that wait for a node's brightness, and how many requests one screen may send in a second. */
  waitingPerNode: 1_000,
  requestsPerReader: 1_000,
  /** A client that asks without reading gets no more responses until the network accepts these. */
  unsentResponses: 4,
  /** How long a socket may stay open before it sends its namespace and token. */
  handshakeMs: 10_000,
  /** Longer than any key or token of ours; what is longer is not looked up in the database. */
  tokenLength: 512,
} as const;

/** Wrong keys and tokens. */
export const GUESSES = {
  perWindow: 60,
  windowMs: 60_000,
  addresses: 50_000,
} as const;

/** Sign-ins, of one address. */
export const SIGN_INS = { perWindow: 30, windowMs: 60_000 } as const;
