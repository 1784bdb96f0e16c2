/**
 * A number of 32 bits that two different texts rarely share. It protects no secret: it only spreads texts evenly, by
 * the last step of MurmurHash3, without which texts that differ at their end would have similar numbers.
 */
export function hash32(text: string): number {
  let hash = fnv1a(text);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** FNV-1a, by which the page for old tablets recognises a key: a key of 192 bits cannot be found from it. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
