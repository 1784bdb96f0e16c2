const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * A number that tells one key from another, for browsers without `crypto.subtle`. It has 32 bits of a key's 192, so a
 * key cannot be found from it.
 */
export function keyHash(key: string): number {
  let mark = FNV_OFFSET;
  for (let at = 0; at < key.length; at += 1) {
    mark ^= key.charCodeAt(at);
    // Multiplied in halves, since a product of two numbers of 32 bits would lose its last digits.
    mark = ((mark & 0xffff) * FNV_PRIME + ((((mark >>> 16) * FNV_PRIME) & 0xffff) << 16)) >>> 0;
  }
  return mark;
}
