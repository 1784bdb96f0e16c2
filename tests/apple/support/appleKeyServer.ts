import { createServer, type Server } from 'node:http';
import { exportJWK, exportSPKI, generateKeyPair, type GenerateKeyPairResult, type JWK, SignJWT } from 'jose';

export const CLIENT_ID = 'org.example.circuit-tree';

export interface TokenChanges {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** Signed with this key instead of the one its kid names. */
  signedBy?: GenerateKeyPairResult['privateKey'];
  /** Seconds from now at which it was issued. */
  issuedIn?: number;
  expiresIn?: number;
}

const pairs = new Map<string, Promise<GenerateKeyPairResult>>();

/** Keys of two names differ; to make a pair takes more processor time than to start a server. */
function pairOf(kid: string): Promise<GenerateKeyPairResult> {
  const pair = pairs.get(kid) ?? generateKeyPair('RS256', { extractable: true });
  pairs.set(kid, pair);
  return pair;
}

/** A key server like Apple's, with real keys that sign real tokens. */
export class AppleKeyServer {
  fetches = 0;
  /** The response; 200 and the key set, unless a test says otherwise. */
  broken: { status: number; body: string } | undefined;
  current = '';
  readonly #keys = new Map<string, { pair: GenerateKeyPairResult; jwk: JWK }>();
  readonly #server: Server = createServer((_request, response) => {
    this.fetches += 1;
    const { status, body } = this.broken ?? { status: 200, body: JSON.stringify(this.#keySet()) };
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
  });

  static async start(): Promise<AppleKeyServer> {
    const apple = new AppleKeyServer();
    await apple.rotate('first');
    await new Promise<void>((resolve) => apple.#server.listen(0, '127.0.0.1', resolve));
    return apple;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The key server is not listening');
    return `http://127.0.0.1:${address.port}/auth/keys`;
  }

  /** A new key signs from now on; the old ones are gone. */
  async rotate(kid: string): Promise<void> {
    const pair = await pairOf(kid);
    const jwk = { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' };
    this.#keys.clear();
    this.#keys.set(kid, { pair, jwk });
    this.current = kid;
  }

  /** A signature by an attacker who uses the public key as a shared secret. */
  async publicKeyBytes(): Promise<Uint8Array> {
    return new TextEncoder().encode(await exportSPKI(this.#key().pair.publicKey));
  }

  token(claims: Record<string, unknown>, changes: TokenChanges = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const all = {
      iss: 'https://appleid.apple.com',
      aud: CLIENT_ID,
      sub: '000123.abc',
      email: 'ada@example.org',
      email_verified: true,
      iat: now + (changes.issuedIn ?? 0),
      exp: now + (changes.expiresIn ?? 600),
      ...claims,
      ...changes.claims,
    };
    const header = { alg: 'RS256', kid: this.current, ...changes.header };
    return new SignJWT(all).setProtectedHeader(header).sign(changes.signedBy ?? this.#key().pair.privateKey);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #key() {
    const key = this.#keys.get(this.current);
    if (!key) throw new Error('There is no key');
    return key;
  }

  #keySet() {
    return { keys: Array.from(this.#keys.values(), ({ jwk }) => jwk) };
  }
}
