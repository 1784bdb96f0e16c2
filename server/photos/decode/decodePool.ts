import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Value } from 'typebox/value';
import {
  type DecodedPhoto,
  type DecoderFailure,
  type DecodeRequest,
  DecodeResponse,
  OUT_OF_MEMORY_EXIT,
} from './decoderMessages.ts';

export type DecodeFailure = DecoderFailure | 'hung' | 'memory' | 'crashed';

/** A picture could not be decoded; `reason` says in which way it failed. */
export class DecodeError extends Error {
  override name = 'DecodeError';
  readonly reason: DecodeFailure;

  constructor(reason: DecodeFailure, detail: string) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
  }
}

export interface DecodePoolOptions {
  /** At most so many processes, which start when there are pictures and end when there were none for a while. */
  size: number;
  timeoutMs: number;
  memoryBytes: number;
  idleMs: number;
  /** The program of the child; tests pass a hostile one. */
  entry: string;
}

const DECODE_POOL_DEFAULTS: DecodePoolOptions = {
  size: 3,
  timeoutMs: 60_000,
  memoryBytes: 1024 ** 3,
  idleMs: 60_000,
  entry: fileURLToPath(new URL('./decoderProcess.ts', import.meta.url)),
};

/** One picture at a time needs few threads. More of glibc's arenas would keep the memory that pictures needed. */
const SMALL_MEMORY = { UV_THREADPOOL_SIZE: '3', MALLOC_ARENA_MAX: '2' };

interface Job {
  request: DecodeRequest;
  signal: AbortSignal;
  resolve: (photo: DecodedPhoto) => void;
  reject: (error: Error) => void;
}

interface Worker {
  child: ChildProcess;
  job: Job | undefined;
  /** The timeout of its job, or of being idle when it has none. */
  timer: NodeJS.Timeout | undefined;
  killedFor: DecodeFailure | undefined;
}

/** Decodes pictures in child processes: a picture that hangs, crashes or eats memory ends only its own process. */
export class DecodePool {
  readonly #options: DecodePoolOptions;
  readonly #workers = new Set<Worker>();
  readonly #queue: Job[] = [];
  #closed = false;

  constructor(options: Partial<DecodePoolOptions> = {}) {
    this.#options = { ...DECODE_POOL_DEFAULTS, ...options };
  }

  /** Rejects with a DecodeError, or with another error when the signal is aborted before the decoding begins. */
  decode(request: DecodeRequest, signal: AbortSignal): Promise<DecodedPhoto> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ request, signal, resolve, reject });
      this.#startWaiting();
    });
  }

  /** Ends every child process and rejects the pictures that wait. */
  close(): void {
    this.#closed = true;
    for (const job of this.#queue.splice(0)) job.reject(new DecodeError('internal', 'the server is closing'));
    for (const worker of this.#workers) worker.child.kill('SIGKILL');
  }

  #startWaiting(): void {
    while (this.#queue.length > 0 && !this.#closed) {
      const worker = this.#idleWorker();
      if (!worker) return;
      const job = this.#queue.shift();
      if (!job) return;
      if (job.signal.aborted) job.reject(new Error('The upload was aborted', { cause: job.signal.reason }));
      else this.#start(worker, job);
    }
  }

  #idleWorker(): Worker | undefined {
    for (const worker of this.#workers) if (!worker.job && !worker.killedFor) return worker;
    return this.#workers.size < this.#options.size ? this.#spawn() : undefined;
  }

  #start(worker: Worker, job: Job): void {
    worker.job = job;
    clearTimeout(worker.timer);
    worker.timer = setTimeout(() => this.#kill(worker, 'hung'), this.#options.timeoutMs);
    worker.child.send(job.request, (error) => {
      if (error) this.#kill(worker, 'crashed');
    });
  }

  #spawn(): Worker {
    const child = fork(this.#options.entry, [String(this.#options.memoryBytes)], {
      execArgv: ['--max-old-space-size=128'],
      env: { ...process.env, ...SMALL_MEMORY },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const worker: Worker = { child, job: undefined, timer: undefined, killedFor: undefined };
    this.#workers.add(worker);
    child.on('message', (message) => this.#finish(worker, message));
    child.on('exit', (code) => this.#onExit(worker, code === OUT_OF_MEMORY_EXIT ? 'memory' : 'crashed'));
    child.on('error', () => this.#onExit(worker, 'crashed'));
    return worker;
  }

  #finish(worker: Worker, message: unknown): void {
    const { job } = worker;
    if (!job) return;
    worker.job = undefined;
    clearTimeout(worker.timer);
    worker.timer = setTimeout(() => this.#kill(worker, 'internal'), this.#options.idleMs).unref();
    if (!Value.Check(DecodeResponse, message)) job.reject(new DecodeError('internal', 'the decoder spoke nonsense'));
    else if (message.outcome === 'decoded') job.resolve(message.photo);
    else job.reject(new DecodeError(message.reason, message.detail));
    this.#startWaiting();
  }

  #kill(worker: Worker, reason: DecodeFailure): void {
    worker.killedFor = reason;
    worker.child.kill('SIGKILL');
  }

  #onExit(worker: Worker, reason: DecodeFailure): void {
    if (!this.#workers.delete(worker)) return;
    clearTimeout(worker.timer);
    const why = worker.killedFor ?? reason;
    worker.job?.reject(
      new DecodeError(why, `the decoder process ended (${worker.child.signalCode ?? worker.child.exitCode})`),
    );
    this.#startWaiting();
  }
}
