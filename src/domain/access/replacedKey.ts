import { KIOSK_CACHES } from '#contract/storageKeys.ts';
import { parsedJson } from '../records.ts';

// Notes in the Cache Storage of a tablet about the keys that others have replaced, beside IndexedDB, which fails on some
// devices. The successor's note is unreadable without the key that it replaces, so that no raw key lies there.

export async function hashOfText(text: string): Promise<string> {
  const bytes = await digest(text);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** The address of the note under which hash everything of a key is stored. */
export function placeOfHash(hash: string): string {
  return `${KIOSK_CACHES.responseKeys}${hash}/stored-as`;
}

/** The address of the note which key has replaced the one with this hash. */
export function placeOfSuccessor(hash: string): string {
  return `${KIOSK_CACHES.responseKeys}${hash}/replaced`;
}

export async function noteOfSuccessor(newKey: string, oldKey: string): Promise<string> {
  return JSON.stringify(Array.from(await combined(new TextEncoder().encode(newKey), oldKey)));
}

/** The newest of the keys that have replaced this one, by the notes; undefined without one. */
export async function successorOf(
  apiKey: string,
  noteAt: (address: string) => Promise<Response | undefined>,
): Promise<string | undefined> {
  const note = await noteAt(placeOfSuccessor(await hashOfText(apiKey)));
  const bytes = note && parsedJson(await note.text());
  if (!Array.isArray(bytes)) return undefined;
  const next = new TextDecoder().decode(await combined(Uint8Array.from(bytes), apiKey));
  return (await successorOf(next, noteAt)) ?? next;
}

/** Combines a text's bytes with what follows from a key. Done twice, it gives the text back. */
async function combined(bytes: Uint8Array, apiKey: string): Promise<Uint8Array> {
  const pad: number[] = [];
  while (pad.length < bytes.length) pad.push(...(await digest(`${pad.length} ${apiKey}`)));
  return bytes.map((byte, at) => byte ^ (pad[at] ?? 0));
}
