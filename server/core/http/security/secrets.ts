import {
  createHash,
  hash,
  randomBytes,
  timingSafeEqual,
  createCipheriv,
  createDecipheriv,
  hkdfSync,
} from 'node:crypto';

const SECRET_BYTES = 24;

/** 192 random bits as hexadecimal digits: they need no quoting in URLs, headers and shells, and can be typed. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('hex');
}

/**
 * The form in which keys, session tokens and links are stored. A fast hash is enough: slow hashes protect short
 * passwords that people choose, while 192 random bits cannot be found by trying at any speed.
 */
export function hashSecret(secret: string): string {
  // `hash` takes half of the time of `createHash`; each request with a credential computes one.
  return hash('sha256', secret, 'base64url');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Compares in constant time, so that the duration does not reveal how much of a guess was right. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function keyFrom(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', 'keys of sources', 32));
}

/** Encrypts a text with a secret; where the secret is not in the database, a copy of that alone does not reveal it. */
export function sealText(text: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(secret), nonce);
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

export function openText(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(CIPHER, keyFrom(secret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}
