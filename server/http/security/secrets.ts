import { createHash, hash, randomBytes, timingSafeEqual } from 'node:crypto';

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

/** Compares in constant time, so that the time taken does not tell how much of a guess was right. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}
