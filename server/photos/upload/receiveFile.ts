import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { MultipartFile } from '@fastify/multipart';
import { HEAD_BYTES, recogniseImage, type ImageKind } from './imageKinds.ts';
import { emptyFile, tooLarge, wrongKind } from './uploadErrors.ts';

export interface ReceivedFile {
  kind: ImageKind;
  contentHash: string;
  bytes: number;
}

/**
 * Writes one file of the form as it arrives, hashing and looking at it on the way. A refusal is thrown only after
 * the rest has been read and dropped: a stream that is destroyed ends the whole request (fastify-multipart #497).
 */
export async function receiveFile(
  part: MultipartFile,
  { file, maxBytes }: { file: string; maxBytes: number },
): Promise<ReceivedFile> {
  const receiver = new Receiver(await open(file, 'wx'));
  try {
    for await (const chunk of part.file) await receiver.take(chunk);
  } finally {
    await receiver.close();
  }
  if (part.file.truncated) throw tooLarge(maxBytes);
  return receiver.result();
}

/** Reads the rest of a file that is not wanted. */
export async function dropFile(part: MultipartFile): Promise<void> {
  for await (const _ of part.file) continue;
}

class Receiver {
  readonly #handle: FileHandle;
  readonly #hash = createHash('sha256');
  #head = Buffer.alloc(0);
  #bytes = 0;
  #failure: unknown;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  async take(chunk: Buffer): Promise<void> {
    if (this.#failure) return;
    try {
      this.#lookAt(chunk);
      this.#hash.update(chunk);
      await this.#handle.writeFile(chunk);
    } catch (error) {
      this.#failure = error;
    }
  }

  result(): ReceivedFile {
    if (this.#failure) throw this.#failure;
    if (this.#bytes === 0) throw emptyFile();
    return { kind: this.#kind(), contentHash: this.#hash.digest('hex'), bytes: this.#bytes };
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  #lookAt(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#head.length >= HEAD_BYTES) return;
    this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_BYTES - this.#head.length)]);
    // What is no picture is not written any further.
    if (this.#head.length >= HEAD_BYTES) this.#kind();
  }

  #kind(): ImageKind {
    const recognised = recogniseImage(this.#head);
    if (recognised.kind) return recognised.kind;
    throw wrongKind(recognised.name);
  }
}
