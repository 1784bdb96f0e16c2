import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const ES256 = { kty: 2, alg: -7, crv: 1 } as const;
type Cbor = Parameters<typeof isoCBOR.encode>[0];

const FLAGS = { present: 0x01, verified: 0x04, hasKey: 0x40 } as const;

/** The page's origin and the request, and the faults of an authenticator that misbehaves. */
interface Ceremony {
  challenge: string;
  origin: string;
  /** The host name that the authenticator believes it signs for; its page's if absent. */
  host?: string;
  /** Instead of the one that belongs to the ceremony. */
  type?: string;
}

/**
 * An authenticator in software: real keys, real signatures over real bytes, as a phone or a security key makes them. It
 * says nothing of its maker ('none'), as most do.
 */
export class SoftAuthenticator {
  readonly id = randomBytes(16).toString('base64url');
  /** The number of signatures; an authenticator that does not count stays at 0. */
  counter = 0;
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject };
  readonly #counts: boolean;
  /** Whether it asks for a PIN, a finger or a face. */
  readonly #verifies: boolean;

  constructor({ counts = true, verifies = true } = {}) {
    this.#counts = counts;
    this.#verifies = verifies;
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** The browser's message about a new passkey. */
  make({ challenge, origin, host = new URL(origin).hostname, type = 'webauthn.create' }: Ceremony) {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const key = Buffer.concat([Buffer.alloc(16), length, id, this.#publicKey()]);
    const authData = new Uint8Array(Buffer.concat([this.#data(host, FLAGS.hasKey), key]));
    const attestation = new Map<string | number, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData({ type, challenge, origin }).toString('base64url'),
        attestationObject: encoded(attestation),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  /** The browser's message about a signed challenge. */
  sign({ challenge, origin, host = new URL(origin).hostname, type = 'webauthn.get' }: Ceremony, userHandle?: string) {
    if (this.#counts) this.counter += 1;
    const data = this.#data(host, 0);
    const client = clientData({ type, challenge, origin });
    const signer = createSign('sha256').update(data).update(createHash('sha256').update(client).digest());
    return {
      ...this.#named(),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signer.sign(this.#keys.privateKey).toString('base64url'),
        ...(userHandle === undefined ? {} : { userHandle }),
      },
    };
  }

  #named() {
    return { id: this.id, rawId: this.id, type: 'public-key', authenticatorAttachment: 'platform' };
  }

  #data(host: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flagByte = Buffer.from([FLAGS.present | (this.#verifies ? FLAGS.verified : 0) | flags]);
    return Buffer.concat([createHash('sha256').update(host).digest(), flagByte, counter]);
  }

  #publicKey(): Uint8Array {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<string | number, Cbor>([
      [1, ES256.kty],
      [3, ES256.alg],
      [-1, ES256.crv],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    return Buffer.from(encoded(key), 'base64url');
  }
}

function clientData(said: { type: string; challenge: string; origin: string }): Buffer {
  return Buffer.from(JSON.stringify({ ...said, crossOrigin: false }));
}

function encoded(map: Map<string | number, Cbor>): string {
  return Buffer.from(isoCBOR.encode(map)).toString('base64url');
}
