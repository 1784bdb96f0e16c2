const known = new Map<string, Promise<string>>();

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Stands for the key everywhere on the device: cache names, cache keys, records. */
export function hashOfKey(apiKey: string): Promise<string> {
  const hash = known.get(apiKey) ?? sha256(apiKey);
  known.set(apiKey, hash);
  return hash;
}
