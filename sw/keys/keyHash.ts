import { hashOfText } from '#domain/hashOfText.ts';

const hashes = new Map<string, Promise<string>>();

/** Used instead of the key in everything the worker stores: names of caches, their keys, records. */
export function hashOfKey(apiKey: string): Promise<string> {
  const hash = hashes.get(apiKey) ?? hashOfText(apiKey);
  hashes.set(apiKey, hash);
  return hash;
}
