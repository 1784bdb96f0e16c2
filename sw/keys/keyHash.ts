const hashes = new Map<string, Promise<string>>();

export async function hashOfText(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Used in place of the key in everything the worker stores: names of caches, their keys, records. */
export function hashOfKey(apiKey: string): Promise<string> {
  const hash = hashes.get(apiKey) ?? hashOfText(apiKey);
  hashes.set(apiKey, hash);
  return hash;
}
