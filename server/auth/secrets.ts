import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 24;

/** 192 random bits that survive URLs, headers and shells unquoted, also as `--key VALUE` and typed on a tablet. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('hex');
}

/**
 * How keys, session tokens and links are stored. A fast hash is the right one here: slow hashes protect short
 * passwords that people choose, while nobody can try their way through 192 random bits at any speed.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Takes as long for a near miss as for a wild guess. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}
