import type { KeyUse } from '#server/core/db/accountTables.ts';
import { LRUCache } from 'lru-cache';
import { CREDENTIAL_REFUSED, CREDENTIAL_UNKNOWN, type CredentialCode } from '#contract/calls.ts';
import type { ShareUpload } from '#contract/access/shareKeys.ts';
import { hashSecret } from '#server/core/http/security/secrets.ts';
import { CACHES } from '#server/core/limits.ts';
import { isShare, type KeyPrincipal, type Principal, type UserPrincipal } from './access.ts';

/**
 * Finds the principal of a key or a token, for requests and sockets alike. With several servers, each call also finds
 * out what the others have written, so that lists in the same request need not check again.
 */
export interface Credentials {
  /** Undefined for an unknown or revoked key. */
  ofKey(key: string): Promise<KeyPrincipal | undefined>;
  /** The album that a visitor's key opens, or the reason why it opens none. */
  ofShare(key: string): Promise<KeyPrincipal | EndedShare>;
  /** Undefined for an unknown, expired or signed-out token. */
  ofToken(token: string): Promise<UserPrincipal | undefined>;
  /** The reason why a key was not accepted: it was revoked, or this installation does not know it. */
  codeOfKey(key: string): Promise<CredentialCode>;
  /** The principal with its current permissions; undefined once its credential was revoked or has ended. */
  refresh(principal: Principal): Promise<Principal | undefined>;
  /** All active keys by their ids, in one query: for many streams at once. */
  activeKeys(): Promise<ReadonlyMap<string, ActiveKey>>;
}

/** The reason why a visitor's key opens nothing. `gone`: the album was deleted. */
export interface EndedShare {
  kind: 'ended share';
  why: 'over' | 'revoked' | 'gone' | 'unknown';
}

interface ActiveKey {
  principal: KeyPrincipal;
  /** When the time of its tablet ends; null: never. */
  endsAt: number | null;
}

/** A link by which visitors see an album, or send photos into it. */
interface OpenShare {
  id: string;
  albumId: string;
  seesAlbum: boolean;
  /** Whether visitors may send photos, and whether these are shown at once. */
  mayUpload: ShareUpload | null;
  /** The bytes that they may send together, and have sent. */
  maxBytes: number;
  takenBytes: number;
}

interface FoundKey {
  id: string;
  use: KeyUse;
  /** When the key was revoked, or when the time of its tablet ended. */
  revokedAt: number | null;
  /** Null for a node's key. */
  tabletId: string | null;
  /** The albums that the key may see, each with all below it; null: all. */
  albumIds: readonly string[] | null;
  /** When the time of its tablet ends; null: never. */
  endsAt: number | null;
}

/** The permissions of a person, and the albums that the person sees; null: all. */
export type Rights = Pick<UserPrincipal, 'permissions' | 'albumIds'>;

interface FoundSession {
  id: string;
  userId: string;
  /** The time at which the session has to be read again, even if nobody has written. */
  recheckAt: number;
}

/** Where the credentials of each kind are found. */
export interface CredentialSources {
  keys: {
    /** Finds revoked keys too. */
    find(key: string): Promise<FoundKey | undefined>;
    /** The key as it is now; undefined once it is revoked. */
    active(id: string): Promise<FoundKey | undefined>;
    list(): Promise<FoundKey[]>;
  };
  sessions: {
    find(token: string): Promise<FoundSession | undefined>;
    isOpen(id: string): Promise<boolean>;
  };
  users: { rightsOf(id: string): Promise<Rights> };
  shares: {
    find(key: string): Promise<{ state: 'open'; share: OpenShare } | { state: EndedShare['why'] }>;
    open(id: string): Promise<OpenShare | undefined>;
    /** The open share whose id begins like this. */
    openWith(idStart: string): Promise<OpenShare | undefined>;
  };
}

function keyPrincipal({ id, use, tabletId, albumIds }: FoundKey): KeyPrincipal {
  return { kind: 'key', keyId: id, use, tabletId, albumIds };
}

function sharePrincipal({ id, albumId, seesAlbum }: OpenShare): KeyPrincipal {
  return { kind: 'key', keyId: id, use: seesAlbum ? 'share' : 'guest', tabletId: null, albumIds: [albumId] };
}

/** Before a subject has said where its credentials are, nobody gets in by them. */
export function noCredentials(): CredentialSources {
  return {
    keys: { find: async () => undefined, active: async () => undefined, list: async () => [] },
    sessions: { find: async () => undefined, isOpen: async () => false },
    users: { rightsOf: async () => ({ permissions: [], albumIds: [] }) },
    shares: { find: async () => ({ state: 'unknown' }), open: async () => undefined, openWith: async () => undefined },
  };
}

/** Reads `sources` at each call, since subjects add theirs while they open. */
export function credentialsFrom(sources: CredentialSources, writes: Writes): Credentials {
  const knownKeys = new CredentialMemory<KeyPrincipal>(writes);
  const knownTokens = new CredentialMemory<UserPrincipal>(writes);

  return {
    ofKey: (key) =>
      knownKeys.recall(key, async () => {
        const found = await sources.keys.find(key);
        if (!found || found.revokedAt !== null) return undefined;
        const principal = keyPrincipal(found);
        return { principal, until: found.endsAt ?? Number.POSITIVE_INFINITY };
      }),

    ofShare: async (key) => {
      await writes.refresh?.();
      const found = await sources.shares.find(key);
      if (!('share' in found)) return { kind: 'ended share', why: found.state };
      return sharePrincipal(found.share);
    },

    ofToken: (token) =>
      knownTokens.recall(token, async () => {
        const session = await sources.sessions.find(token);
        if (!session) return undefined;
        const { id: sessionId, userId, recheckAt: until } = session;
        return {
          principal: { kind: 'user', userId, sessionId, ...(await sources.users.rightsOf(userId)) },
          until,
        };
      }),

    codeOfKey: async (key) => ((await sources.keys.find(key)) ? CREDENTIAL_REFUSED : CREDENTIAL_UNKNOWN),

    refresh: async (principal) => {
      if (isShare(principal)) {
        const share = await sources.shares.open(principal.keyId);
        return share && sharePrincipal(share);
      }
      if (principal.kind === 'key') {
        const key = await sources.keys.active(principal.keyId);
        return key && keyPrincipal(key);
      }
      if (!(await sources.sessions.isOpen(principal.sessionId))) return undefined;
      return { ...principal, ...(await sources.users.rightsOf(principal.userId)) };
    },

    activeKeys: async () => {
      const active = (await sources.keys.list()).filter(({ revokedAt }) => revokedAt === null);
      return new Map(active.map((key) => [key.id, { principal: keyPrincipal(key), endsAt: key.endsAt }]));
    },
  };
}

/** Credentials stay accepted this long after the last contact with the database: twice the interval between calls of a screen. */
const KNOWN_WITHOUT_DATABASE_MS = 10 * 60_000;

interface Writes {
  /** Changes with each committed write that may change a credential, by whatever process. */
  accessVersion: () => number;
  /** Call before `accessVersion` where the database is remote; resolves to false while it is out of reach. */
  refresh?: (() => Promise<boolean>) | undefined;
  now: () => number;
}

interface Found<Whose> {
  principal: Whose;
  /** From this time on the database is asked again, even if nobody has written. */
  until: number;
}

interface Verified<Whose> extends Found<Whose> {
  /** Undefined: the disk could not be read. */
  version: number | undefined;
  /** The time at which it was last known to be valid. */
  heardAt: number;
}

/**
 * Remembers the holders of verified credentials, since every request of a screen carries the same one. Any write that
 * may change a credential empties it, so a revocation counts from the next request on. Rejected credentials are never
 * remembered.
 */
export class CredentialMemory<Whose> {
  readonly #verified = new LRUCache<string, Verified<Whose>>({
    maxSize: CACHES.credentials,
    sizeCalculation: () => 1,
  });
  readonly #writes: Writes;

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  async recall(secret: string, find: () => Promise<Found<Whose> | undefined>): Promise<Whose | undefined> {
    const { refresh, now } = this.#writes;
    const isHeard = refresh ? await refresh() : true;
    const before = this.#version();
    const hash = hashSecret(secret);
    const known = this.#verified.get(hash);
    if (known && known.version === before && before !== undefined && now() < known.until && isHeard) {
      known.heardAt = now();
      return known.principal;
    }
    try {
      return this.#note(hash, await find(), before);
    } catch (error) {
      if (refresh && known && this.#isOfJustNow(known)) return known.principal;
      throw error;
    }
  }

  #note(hash: string, found: Found<Whose> | undefined, before: number | undefined): Whose | undefined {
    // Stores the version from before the read, so that a write during the read makes the entry outdated at once.
    if (found) this.#verified.set(hash, { ...found, version: before, heardAt: this.#writes.now() });
    else this.#verified.delete(hash);
    return found?.principal;
  }

  /**
   * Whether a credential is still accepted while a remote database is out of reach. Nobody can revoke anything
   * meanwhile, so walls go on.
   */
  #isOfJustNow({ until, heardAt }: Verified<Whose>): boolean {
    return this.#writes.now() < Math.min(until, heardAt + KNOWN_WITHOUT_DATABASE_MS);
  }

  /** Undefined when the disk cannot be read: then only the database's own result counts. */
  #version(): number | undefined {
    try {
      return this.#writes.accessVersion();
    } catch {
      return undefined;
    }
  }
}
