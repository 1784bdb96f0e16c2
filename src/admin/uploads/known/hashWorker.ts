// Hashes files in a worker, so that the page stays smooth.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** The file is read in portions, since it may be larger than the memory. */
const PORTION_BYTES = 4 * 1024 * 1024;

export interface HashRequest {
  id: number;
  file: File;
}

/** `hash` is undefined when the file could not be read. */
export interface HashResponse {
  id: number;
  hash: string | undefined;
}

async function hashOf(file: File): Promise<string> {
  const hash = sha256.create();
  for (let start = 0; start < file.size; start += PORTION_BYTES) {
    const portion = await file.slice(start, start + PORTION_BYTES).arrayBuffer();
    hash.update(new Uint8Array(portion));
  }
  return bytesToHex(hash.digest());
}

addEventListener('message', ({ data: { id, file } }: MessageEvent<HashRequest>) => {
  const respond = (hash: string | undefined) => postMessage({ id, hash } satisfies HashResponse);
  hashOf(file).then(respond, () => respond(undefined));
});
