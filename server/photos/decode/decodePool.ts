import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Value } from 'typebox/value';
import { DecodeResponse, OUT_OF_MEMORY_EXIT, type DecodeRequest } from './decoderMessages.ts';
import type { VariantJob, Variants } from './variants.ts';

export type DecodeFailure = Extract<DecodeResponse, { outcome: 'refused' }>['reason'] | 'hung' | 'memory' | 'crashed';

/** A picture that could not be decoded, whatever the way it failed in. */
export class DecodeRefused extends Error {
  override name = 'DecodeRefused';
  readonly reason: DecodeFailure;

  constructor(reason: DecodeFailure, detail: string) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
  }
}

export interface DecodePoolOptions {
  /** Processes at most; they start with the first pictures and end when there are none for a while. */
  size: number;
  deadlineMs: number;
  memoryBytes: number;
  idleMs: number;
  /** The program of the child; tests pass a hostile one. */
  entry: string;
}

const DECODE_POOL_DEFAULTS: DecodePoolOptions = {
  size: 3,
  deadlineMs: 60_000,
  memoryBytes: 1024 ** 3,
  idleMs: 60_000,
  entry: fileURLToPath(new URL('./decoderProcess.ts', import.meta.url)),
};

/** A picture at a time needs few threads; and glibc's many arenas would keep what each picture once needed. */
const FRUGAL = { UV_THREADPOOL_SIZE: '3', MALLOC_ARENA_MAX: '2' };

interface Job {
  request: DecodeRequest;
  signal: AbortSignal;
  resolve: (variants: Variants) => void;
  reject: (error: Error) => void;
}

interface Worker {
  child: ChildProcess;
  job: Job | undefined;
  /** Deadline while it works, patience while it doesn't. */
  timer: NodeJS.Timeout | undefined;
  killedFor: DecodeFailure | undefined;
}

/** Decodes pictures in child processes: one that hangs, crashes or eats memory takes only its own child along. */
export class DecodePool {
  readonly #options: DecodePoolOptions;
  readonly #workers = new Set<Worker>();
  readonly #queue: Job[] = [];
  #closed = false;

  constructor(options: Partial<DecodePoolOptions> = {}) {
    this.#options = { ...DECODE_POOL_DEFAULTS, ...options };
  }

  /** Rejects with DecodeRefused; with the signal's reason when it is aborted while still waiting. */
  decode(job: VariantJob, signal: AbortSignal): Promise<Variants> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ request: job, signal, resolve, reject });
      this.#handOut();
    });
  }

  /** Ends every child; what is still waiting is refused. */
  close(): void {
    this.#closed = true;
    for (const job of this.#queue.splice(0)) job.reject(new DecodeRefused('internal', 'the server is closing'));
    for (const worker of this.#workers) worker.child.kill('SIGKILL');
  }

  #handOut(): void {
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
    worker.timer = setTimeout(() => this.#kill(worker, 'hung'), this.#options.deadlineMs);
    worker.child.send(job.request, (error) => {
      if (error) this.#kill(worker, 'crashed');
    });
  }

  #spawn(): Worker {
    const child = fork(this.#options.entry, [String(this.#options.memoryBytes)], {
      execArgv: ['--max-old-space-size=128'],
      env: { ...process.env, ...FRUGAL },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const worker: Worker = { child, job: undefined, timer: undefined, killedFor: undefined };
    this.#workers.add(worker);
    child.on('message', (message) => this.#finish(worker, message));
    child.on('exit', (code) => this.#bury(worker, code === OUT_OF_MEMORY_EXIT ? 'memory' : 'crashed'));
    child.on('error', () => this.#bury(worker, 'crashed'));
    return worker;
  }

  #finish(worker: Worker, message: unknown): void {
    const { job } = worker;
    if (!job) return;
    worker.job = undefined;
    clearTimeout(worker.timer);
    // The idle process ends without being counted as a crash.
    worker.timer = setTimeout(() => this.#kill(worker, 'internal'), this.#options.idleMs).unref();
    if (!Value.Check(DecodeResponse, message)) job.reject(new DecodeRefused('internal', 'the decoder spoke nonsense'));
    else if (message.outcome === 'decoded') job.resolve(message);
    else job.reject(new DecodeRefused(message.reason, message.detail));
    this.#handOut();
  }

  #kill(worker: Worker, reason: DecodeFailure): void {
    worker.killedFor = reason;
    worker.child.kill('SIGKILL');
  }

  #bury(worker: Worker, reason: DecodeFailure): void {
    if (!this.#workers.delete(worker)) return;
    clearTimeout(worker.timer);
    const why = worker.killedFor ?? reason;
    worker.job?.reject(
      new DecodeRefused(why, `the decoder process ended (${worker.child.signalCode ?? worker.child.exitCode})`),
    );
    this.#handOut();
  }
}
