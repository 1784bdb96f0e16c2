import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { PushSubscriptionKeys } from '#contract/alerts/schemas.ts';

interface Pushed {
  headers: IncomingHttpHeaders;
  /** The message that the browser reads, decrypted. */
  note: unknown;
  /** The sender's statements about itself, once its signature was verified for `key`. */
  claims: unknown;
  /** The public key of the sender, in base64url. */
  key: string;
}

/**
 * A browser with its maker's push service, as RFC 8030, 8291 and 8292 have them: only what is encrypted for this browser
 * can be read, and only what is signed by the sender is taken.
 */
export class PushService {
  readonly received: Pushed[] = [];
  status = 201;
  /** Where a redirect leads. */
  location: string | undefined;
  /** The path of each request. */
  readonly asked: string[] = [];
  readonly #browser = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (this.status < 300) this.received.push(this.#read(request.headers, Buffer.concat(chunks)));
      this.asked.push(request.url ?? '');
      response.writeHead(this.status, this.location === undefined ? {} : { Location: this.location }).end();
    });
  });

  async start(): Promise<this> {
    this.#browser.generateKeys();
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  close(): void {
    this.#server.close();
  }

  get origin(): string {
    const address = this.#server.address();
    return address !== null && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : '';
  }

  subscription(name = 'one'): PushSubscriptionKeys {
    const keys = { p256dh: this.#browser.getPublicKey('base64url'), auth: this.#auth.toString('base64url') };
    return { endpoint: `${this.origin}/push/${name}`, keys };
  }

  #read(headers: IncomingHttpHeaders, body: Buffer): Pushed {
    const [, token = '', key = ''] = /^vapid t=(\S+), ?k=(\S+)$/.exec(headers.authorization ?? '') ?? [];
    return { headers, key, claims: claimsOf(token, key), note: JSON.parse(this.#decrypted(body)) };
  }

  #decrypted(body: Buffer): string {
    const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
    const sender = body.subarray(21, 21 + keyLength);
    const secret = this.#browser.computeSecret(sender);
    const about = Buffer.concat([Buffer.from('WebPush: info\0'), this.#browser.getPublicKey(), sender]);
    const shared = derive(secret, { salt: this.#auth, about, bytes: 32 });
    const key = derive(shared, { salt, about: Buffer.from('Content-Encoding: aes128gcm\0'), bytes: 16 });
    const nonce = derive(shared, { salt, about: Buffer.from('Content-Encoding: nonce\0'), bytes: 12 });
    const decipher = createDecipheriv('aes-128-gcm', key, nonce);
    const sealed = body.subarray(21 + keyLength);
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}

function derive(secret: Buffer, { salt, about, bytes }: { salt: Buffer; about: Buffer; bytes: number }): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, about, bytes));
}

/** Throws unless the token was signed with the private half of `key`. */
function claimsOf(token: string, key: string): unknown {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('The sender did not sign this');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}
