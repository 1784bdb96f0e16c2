import { createHash } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import { HEAD_BYTES, type ImageKind, recogniseImage } from '#domain/uploads/imageKinds.ts';
import { UserError } from '#server/core/errors.ts';
import { collectBuffersOf } from '#server/core/settings/machine.ts';
import { createFile, type NewFile } from '#server/core/files/durableFiles.ts';
import { cutOff, emptyFile, tooLarge, wrongKind } from './uploadErrors.ts';

/** A file of any kind. */
export interface ReceivedBytes {
  contentHash: string;
  bytes: number;
}

export interface ReceivedFile extends ReceivedBytes {
  kind: ImageKind;
}

interface Reception {
  /** The path of the new file. */
  file: string;
  /** A longer file is not written to its end. */
  atMost?: { bytes: number; error: () => UserError };
  /** Runs `work`, which writes this many bytes; throws if they may not be written. */
  write?: (bytes: number, work: () => Promise<void>) => Promise<void>;
  /** The file need not be a picture. */
  isAnything?: boolean;
}

/**
 * Writes one picture of the form as it arrives, and computes its hash and kind meanwhile. An error is thrown only after
 * the rest of the file has been read and dropped: destroying the stream would end the whole request (fastify-multipart
 * #497), as it should where the sender may no longer upload.
 */
export async function receiveFile(part: MultipartFile, reception: BoundedReception): Promise<ReceivedFile> {
  const receiver = await receivePart(part, reception);
  return receiver.picture();
}

/** The same for a file of any kind. */
export async function receiveAnything(part: MultipartFile, reception: BoundedReception): Promise<ReceivedBytes> {
  const receiver = await receivePart(part, { ...reception, isAnything: true });
  return receiver.result();
}

interface BoundedReception extends Reception {
  maxBytes: number;
  /** Called with each chunk. Throws a sentence to end the request, without reading the rest of the file. */
  checkAccess: () => Promise<void>;
}

async function receivePart(
  part: MultipartFile,
  { maxBytes, checkAccess, ...reception }: BoundedReception,
): Promise<Receiver> {
  const receiver = await Receiver.open(reception);
  try {
    for await (const chunk of part.file) {
      await checkAccess();
      await receiver.write(chunk);
    }
    await receiver.end();
  } catch (error) {
    // Otherwise reading the form has thrown; the receiver reports an error of the disk itself.
    throw error instanceof UserError ? error : cutOff();
  } finally {
    await receiver.close();
  }
  if (part.file.truncated) throw tooLarge(maxBytes);
  return receiver;
}

/** Writes a picture of this machine. */
export async function receiveStream(stream: AsyncIterable<Buffer>, file: string): Promise<ReceivedFile> {
  const receiver = await Receiver.open({ file });
  try {
    for await (const chunk of stream) await receiver.write(chunk);
    await receiver.end();
  } finally {
    await receiver.close();
  }
  return receiver.picture();
}

/** Bytes are written in blocks of this size: a socket brings 64 KB at a time, and each write wakes a thread. */
const BLOCK_BYTES = 512 * 1024;

class Receiver {
  readonly #file: NewFile;
  readonly #reception: Reception;
  readonly #block = Buffer.allocUnsafe(BLOCK_BYTES);
  #filled = 0;
  readonly #hash = createHash('sha256');
  #head = Buffer.alloc(0);
  #bytes = 0;
  #failure: unknown;

  private constructor(file: NewFile, reception: Reception) {
    this.#file = file;
    this.#reception = reception;
  }

  static async open(reception: Reception): Promise<Receiver> {
    return new Receiver(await createFile(reception.file), reception);
  }

  async write(chunk: Buffer): Promise<void> {
    collectBuffersOf(chunk.length);
    if (this.#failure) return;
    try {
      this.#inspect(chunk);
      this.#hash.update(chunk);
      for (let at = 0; at < chunk.length;) {
        const copied = chunk.copy(this.#block, this.#filled, at);
        at += copied;
        this.#filled += copied;
        if (this.#filled === BLOCK_BYTES) await this.#writeBlock();
      }
    } catch (error) {
      this.#failure = error;
    }
  }

  async end(): Promise<void> {
    try {
      if (!this.#failure) await this.#writeBlock();
    } catch (error) {
      this.#failure = error;
    }
  }

  async #writeBlock(): Promise<void> {
    const block = this.#block.subarray(0, this.#filled);
    this.#filled = 0;
    const { write = (_bytes, work) => work() } = this.#reception;
    await write(block.length, () => this.#file.writeFile(block));
  }

  result(): ReceivedBytes {
    if (this.#failure) throw this.#failure;
    if (this.#bytes === 0) throw emptyFile();
    return { contentHash: this.#hash.digest('hex'), bytes: this.#bytes };
  }

  picture(): ReceivedFile {
    return { ...this.result(), kind: this.#kind() };
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #inspect(chunk: Buffer): void {
    this.#bytes += chunk.length;
    const { atMost, isAnything = false } = this.#reception;
    if (atMost && this.#bytes > atMost.bytes) throw atMost.error();
    if (isAnything || this.#head.length >= HEAD_BYTES) return;
    this.#head = Buffer.concat([this.#head, chunk.subarray(0, HEAD_BYTES - this.#head.length)]);
    // Throws when the file is not a picture, so that no more of it is written.
    if (this.#head.length >= HEAD_BYTES) this.#kind();
  }

  #kind(): ImageKind {
    const recognised = recogniseImage(this.#head);
    if (recognised.kind) return recognised.kind;
    throw wrongKind(recognised.name);
  }
}
