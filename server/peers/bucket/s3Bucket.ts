import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { codeOf, reasonOf, StoreError } from '#server/core/errors.ts';
import type { StoreAddress } from './storeAddress.ts';
import type { ByteRange, StoredFile } from '#server/photos/store/photoStore.ts';

/** Requests to an object store. */
const STORE = {
  connectMs: 3_000,
  /** The timeout until the store begins to respond. */
  responseMs: 10_000,
  /** The timeout until it has accepted a whole file. */
  putMs: 60_000,
  /** The timeout in the middle of a response, without any byte. */
  silenceMs: 20_000,
  attempts: 3,
} as const;

/** The errors of reading and writing a file of this machine. */
const ON_OUR_DISK = ['ENOENT', 'EEXIST', 'ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'EMFILE'];
/** Failures are thrown; without this the package would also write to the server's log. */
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const OWNER_ONLY = 0o600;

/** Loaded only where S3_URL names a bucket: the package takes a fifth of a second. */
export class S3Bucket {
  readonly address: StoreAddress;
  readonly #client: S3Client;

  constructor(address: StoreAddress) {
    const { endpoint, region } = address;
    this.address = address;
    this.#client = new S3Client({
      region: region ?? process.env.AWS_REGION ?? 'us-east-1',
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      // Most stores other than Amazon's do not know the newer checksums. Each request signs the hash of its bytes
      // instead.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: STORE.attempts,
      logger: SILENT,
      requestHandler: {
        connectionTimeout: STORE.connectMs,
        requestTimeout: STORE.responseMs,
        throwOnRequestTimeout: true,
        socketTimeout: STORE.silenceMs,
      },
    });
  }

  /** The object is durable when this resolves. */
  async putFile(key: string, file: string): Promise<void> {
    const { size } = await stat(file);
    // The package cannot send a stream again.
    await this.#attempt(`put ${key}`, () =>
      repeated(async () => {
        const stream = createReadStream(file);
        try {
          await this.#put(key, { Body: stream, ContentLength: size });
        } finally {
          stream.destroy();
        }
      }),
    );
  }

  /** Writes an object into a new file; false: there is no such object. */
  async getFile(key: string, file: string): Promise<boolean> {
    return this.#attempt(`read ${key}`, () =>
      repeated(async () => {
        const found = await this.get(key);
        if (!found) return false;
        await rm(file, { force: true });
        await pipeline(found.stream, createWriteStream(file, { flags: 'wx', mode: OWNER_ONLY }));
        return true;
      }),
    );
  }

  async putText(key: string, text: string): Promise<void> {
    await this.#attempt(`put ${key}`, () => this.#put(key, { Body: Buffer.from(text) }));
  }

  /** The whole object, or a part of it. Undefined: there is no such object. */
  async get(key: string, range?: ByteRange): Promise<StoredFile | undefined> {
    return this.#attempt(`get ${key}`, async () => {
      try {
        const found = await this.#client.send(
          new GetObjectCommand({ ...this.#at(key), ...(range && { Range: `bytes=${range.first}-${range.last}` }) }),
        );
        if (!(found.Body instanceof Readable)) throw new Error('the store sent no bytes');
        return { bytes: found.ContentLength ?? 0, stream: withStoreErrors(found.Body, key) };
      } catch (error) {
        if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return undefined;
        throw error;
      }
    });
  }

  /** Undefined: there is no such object. */
  async sizeOf(key: string): Promise<number | undefined> {
    return this.#attempt(`size of ${key}`, async () => {
      try {
        return (await this.#client.send(new HeadObjectCommand(this.#at(key)))).ContentLength;
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
        throw error;
      }
    });
  }

  /** Reads a small object completely. */
  async bytesOf(key: string): Promise<Buffer | undefined> {
    return repeated(async () => {
      const found = await this.get(key);
      if (!found) return undefined;
      const chunks: Buffer[] = [];
      for await (const chunk of found.stream) chunks.push(chunk);
      return Buffer.concat(chunks);
    });
  }

  /** The keys that begin with a text, in their order. */
  async *keys(prefix: string): AsyncIterable<string> {
    for (let next: string | undefined, isFirst = true; isFirst || next !== undefined; isFirst = false) {
      const { Bucket, Key } = this.#at(prefix);
      const page = await this.#attempt(`list ${prefix}`, () =>
        this.#client.send(new ListObjectsV2Command({ Bucket, Prefix: Key, ContinuationToken: next })),
      );
      for (const object of page.Contents ?? []) yield (object.Key ?? '').slice(this.address.prefix.length);
      next = page.NextContinuationToken;
    }
  }

  async move(from: string, to: string): Promise<void> {
    const source = `${this.address.bucket}/${this.#at(from).Key}`;
    const CopySource = source.split('/').map(encodeURIComponent).join('/');
    await this.#attempt(`move ${from}`, () =>
      this.#client.send(new CopyObjectCommand({ ...this.#at(to), CopySource })),
    );
    await this.delete(from);
  }

  /** Does nothing when there is no such object. */
  async delete(key: string): Promise<void> {
    await this.#attempt(`delete ${key}`, () => this.#client.send(new DeleteObjectCommand(this.#at(key))));
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.address.bucket, Key: this.address.prefix + key };
  }

  async #put(key: string, content: { Body: Readable | Buffer; ContentLength?: number }): Promise<void> {
    const command = new PutObjectCommand({ ...this.#at(key), ...content });
    await this.#client.send(command, { requestTimeout: STORE.putMs });
  }

  /** Turns any S3 failure into a StoreError (503). */
  async #attempt<Result>(what: string, act: () => Promise<Result>): Promise<Result> {
    try {
      return await act();
    } catch (error) {
      // An error of this machine's disk is not the store's.
      if (error instanceof StoreError || ON_OUR_DISK.includes(codeOf(error) ?? '')) throw error;
      throw new StoreError(`${what}: ${reasonOf(error)}`, { cause: error });
    }
  }
}

/** Tries once more, since the connection may have been broken by chance. */
async function repeated<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (isRefusal(error)) throw error;
    return act();
  }
}

/** A transfer that breaks off in the middle is also the store's error. */
function withStoreErrors(body: Readable, key: string): Readable {
  const stream = new PassThrough();
  body.once('error', (cause) => stream.destroy(new StoreError(`read ${key}: ${reasonOf(cause)}`, { cause })));
  stream.once('close', () => body.destroy());
  return body.pipe(stream);
}

/** Whether the store has understood the request and would give the same error again. */
function isRefusal(error: unknown): boolean {
  const cause = error instanceof StoreError ? error.cause : error;
  const status = cause instanceof S3ServiceException ? (cause.$metadata.httpStatusCode ?? 0) : 0;
  return status >= 400 && status < 500 && status !== 429;
}
