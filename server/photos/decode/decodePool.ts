import { fileURLToPath } from 'node:url';
import { reasonOf } from '#server/core/errors.ts';
import { DECODERS } from '#server/core/limits.ts';
import { collectGarbage } from '#server/core/settings/machine.ts';
import type { DecodedPhoto } from '../store/photoRepository.ts';
import { DecodeError, type DecodeFailure, type PictureHead } from './decoderResponses.ts';
import { type DecoderBounds, decoderBounds, type Job, mayBegin, moreShares, FairQueue } from './decodeShares.ts';
import { Decoder, type DecoderOptions, type Done } from './decoder.ts';
import type { DecodeRequest, WorkRequest } from './decoderMessages.ts';

/** Failures that may have other causes than the picture: the picture is tried once more. */
const INTERRUPTIONS: readonly DecodeFailure[] = ['killed', 'crashed', 'read-error'];

/** The processes start when there are pictures, and end when there have been none for a while. */
interface DecodePoolOptions extends DecoderOptions, DecoderBounds {
  /** The number of pictures of all owners that may wait. */
  waiting: number;
  /** Called when the last process that decoded has ended. */
  onRest: () => void;
}

const DEFAULTS: Omit<DecodePoolOptions, keyof DecoderBounds> = {
  timeoutMs: DECODERS.timeoutMs,
  idleMs: DECODERS.idleMs,
  waiting: DECODERS.waiting,
  onRest: collectGarbage,
  entry: fileURLToPath(new URL('./decoderProcess.ts', import.meta.url)),
};

interface PendingJob extends Job {
  signal: AbortSignal;
  resolve: (done: Done) => void;
  reject: (error: Error) => void;
}

interface DecodeOptions {
  signal: AbortSignal;
  /** The sender of the picture: the pictures of different owners are decoded in turns. */
  owner: string;
}

/** Decodes pictures in child processes: one that hangs, crashes or takes too much memory ends only its own process. */
export class DecodePool {
  readonly #options: DecodePoolOptions;
  readonly #decoders = new Map<Decoder, PendingJob | undefined>();
  readonly #queue = new FairQueue<PendingJob>();
  #closed = false;
  /** When a process last gave a result, by the monotonic clock. */
  #respondedAtMs = -Infinity;
  /** The number of processes that ended while they had a picture. */
  #lost = 0;
  /** A process that only has to show that it responds. */
  #asked: Decoder | undefined;
  /** A process that only reads the heads of pictures; it ends when it has had none for a while. */
  #reader: Decoder | undefined;

  constructor(options: Partial<DecodePoolOptions> = {}) {
    this.#options = { ...DEFAULTS, ...decoderBounds(), ...options };
  }

  /** Rejects with a DecodeError, or with another error when the signal is aborted before the decoding begins. */
  async decode(request: Omit<DecodeRequest, 'memoryBytes'>, options: DecodeOptions): Promise<DecodedPhoto> {
    const done = await this.#queued(request, options);
    if ('photo' in done) return done.photo;
    throw new DecodeError('internal', 'the decoder returned no picture');
  }

  /** Does another subject's work on a stranger's file in a child process; rejects as `decode` does. */
  async work(request: Omit<WorkRequest, 'memoryBytes'>, options: DecodeOptions): Promise<unknown> {
    const done = await this.#queued(request, options);
    if ('worked' in done) return done.worked;
    throw new DecodeError('internal', 'the decoder did other work');
  }

  #queued(request: Job['request'], { signal, owner }: DecodeOptions): Promise<Done> {
    if (this.#queue.size >= this.#options.waiting) {
      return Promise.reject(new DecodeError('busy', `${this.#queue.size} pictures wait already`));
    }
    return new Promise((resolve, reject) => {
      this.#queue.add(owner, { owner, request, shares: 1, wasInterrupted: false, signal, resolve, reject });
      this.#startWaiting();
    });
  }

  /** Whether no picture is being decoded or waits. */
  get isIdle(): boolean {
    return this.#queue.size === 0 && [...this.#decoders.values()].every((job) => job === undefined);
  }

  /** Reads the head of a picture, and perhaps its focus, for one caller at a time. Rejects with a DecodeError. */
  async head(file: string, maxPixels: number, focus = false): Promise<PictureHead> {
    if (this.#closed) throw new DecodeError('internal', 'the server is closing');
    if (!this.#reader?.isAlive) this.#reader = new Decoder(this.#options, () => undefined);
    const memoryBytes = this.#options.memoryBytes / this.#options.processes;
    const result = await this.#reader.head({ headOf: file, maxPixels, focus, memoryBytes });
    if ('head' in result) return result.head;
    throw new DecodeError(result.reason, result.detail);
  }

  /**
   * Whether pictures can be decoded: a process has responded within this time, or a new one does. Throws when the
   * system allows no process.
   */
  async canDecode(withinMs: number): Promise<boolean> {
    if (performance.now() - this.#respondedAtMs < withinMs) return true;
    const decoder = new Decoder(this.#options, () => undefined);
    this.#asked = decoder;
    const responds = await decoder.responds();
    decoder.end();
    if (responds) this.#respondedAtMs = performance.now();
    return responds;
  }

  /** Returns the current work of the processes, and the number lost so far. */
  get activity(): { busy: number; idle: number; waiting: number; lost: number } {
    const busy = [...this.#decoders.values()].filter((job) => job !== undefined).length;
    return { busy, idle: this.#decoders.size - busy, waiting: this.#queue.size, lost: this.#lost };
  }

  /** Ends every child process and rejects the pictures that wait. */
  close(): void {
    this.#closed = true;
    for (let job = this.#queue.take(() => true); job; job = this.#queue.take(() => true)) {
      job.reject(new DecodeError('internal', 'the server is closing'));
    }
    for (const decoder of this.#decoders.keys()) decoder.end();
    this.#asked?.end();
    this.#reader?.end();
  }

  #startWaiting(): void {
    if (this.#closed) return;
    for (let job = this.#next(); job; job = this.#next()) {
      if (job.signal.aborted) job.reject(new Error('The upload was aborted', { cause: job.signal.reason }));
      else void this.#run(job);
    }
  }

  #next(): PendingJob | undefined {
    const running = [...this.#decoders.values()].filter((job) => job !== undefined);
    const situation = { all: this.#options.processes, running, waiting: this.#queue.heads };
    return this.#queue.take((job) => job.signal.aborted || mayBegin(job, situation));
  }

  async #run(job: PendingJob): Promise<void> {
    // The system may deny another process, or the descriptors for it: that is not the picture's fault.
    const result = await this.#attempt(job).catch((error: unknown) => ({
      reason: 'killed' as const,
      detail: reasonOf(error),
    }));
    if (!('reason' in result)) this.#respondedAtMs = performance.now();
    else if (INTERRUPTIONS.includes(result.reason)) this.#respondedAtMs = -Infinity;
    if ('reason' in result) this.#retryOrReject(job, result);
    else job.resolve(result);
    this.#startWaiting();
  }

  async #attempt(job: PendingJob): ReturnType<Decoder['run']> {
    const decoder = this.#idleDecoder();
    this.#decoders.set(decoder, job);
    this.#endIdleDecoders();
    const memoryBytes = (this.#options.memoryBytes / this.#options.processes) * job.shares;
    try {
      return await decoder.run({ ...job.request, memoryBytes });
    } finally {
      if (decoder.isAlive) this.#decoders.set(decoder, undefined);
      else {
        this.#decoders.delete(decoder);
        this.#lost += 1;
      }
    }
  }

  #retryOrReject(job: PendingJob, { reason, detail }: { reason: DecodeFailure; detail: string }): void {
    const shares = reason === 'memory' ? moreShares(job.shares, this.#options.processes) : undefined;
    const again = shares !== undefined || (!job.wasInterrupted && INTERRUPTIONS.includes(reason));
    if (!again || this.#closed) return job.reject(new DecodeError(reason, detail));
    const wasInterrupted = job.wasInterrupted || shares === undefined;
    this.#queue.putBack(job.owner, { ...job, wasInterrupted, shares: shares ?? job.shares });
  }

  #idleDecoder(): Decoder {
    for (const [decoder, job] of this.#decoders) if (!job && decoder.isAlive) return decoder;
    const decoder: Decoder = new Decoder(this.#options, () => {
      this.#decoders.delete(decoder);
      if (this.#decoders.size === 0) this.#options.onRest();
    });
    return decoder;
  }

  /** Ends idle processes when their memory has been given to others. */
  #endIdleDecoders(): void {
    const taken = [...this.#decoders.values()].reduce((sum, job) => sum + (job?.shares ?? 0), 0);
    const idle = [...this.#decoders.keys()].filter((decoder) => this.#decoders.get(decoder) === undefined);
    for (const decoder of idle.slice(this.#options.processes - taken)) {
      this.#decoders.delete(decoder);
      decoder.end();
    }
  }
}
