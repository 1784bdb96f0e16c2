import { fork, type ChildProcess } from 'node:child_process';
import { fits } from '#server/core/schemaChecks.ts';
import type { DecodedPhoto } from '../store/photoRepository.ts';
import { type DecodeFailure, DecodeResponse, type PictureHead } from './decoderResponses.ts';
import {
  type DecodeRequest,
  type DecoderRequest,
  type HeadRequest,
  OUT_OF_MEMORY_EXIT,
  READY_REQUEST,
  type WorkRequest,
} from './decoderMessages.ts';

export interface DecoderOptions {
  /** The program of the child; tests pass a hostile one. */
  entry: string;
  timeoutMs: number;
  idleMs: number;
}

type Failure = { reason: DecodeFailure; detail: string };
/** The result of decoding a picture, or of other work. */
export type Done = { photo: DecodedPhoto } | { worked: unknown };
type Result = Done | Failure;
type Reply = Result | { head: PictureHead } | { ready: true };

const NONSENSE: Failure = { reason: 'internal', detail: 'the decoder spoke nonsense' };

const MB = 1024 * 1024;
/**
 * Settings for a process that decodes one picture at a time, which needs few threads. A second memory arena of glibc
 * would hold on to the memory of earlier pictures. Blocks below 16 MB are used again for the next picture, since to get
 * each from the kernel takes a tenth of the decoding time.
 */
const SMALL_MEMORY = {
  UV_THREADPOOL_SIZE: '3',
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(16 * MB),
  MALLOC_TRIM_THRESHOLD_: String(16 * MB),
};
/**
 * Signals that come from the kernel (short of memory), an operator or a terminal. Any other end is the picture's fault.
 */
const SIGNALS_FROM_OUTSIDE: readonly (string | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];

/** A process that reads strangers' pictures gets no secrets of the server's environment. */
function inherited(): Record<string, string | undefined> {
  const { PATH, TZ } = process.env;
  return { ...(PATH !== undefined && { PATH }), ...(TZ !== undefined && { TZ }) };
}

/** One child process, with one picture at a time or none. */
export class Decoder {
  readonly #options: DecoderOptions;
  readonly #child: ChildProcess;
  #finish: ((reply: Reply) => void) | undefined;
  /** Ends the process: after the timeout of its picture, or when it has been idle for a while. */
  #timer: NodeJS.Timeout | undefined;
  #endedFor: DecodeFailure | undefined;

  /** `onEnd` is called when the process has ended, with a picture or without. */
  constructor(options: DecoderOptions, onEnd: () => void) {
    this.#options = options;
    this.#child = fork(options.entry, [], {
      execArgv: ['--max-old-space-size=128', '--max-semi-space-size=1'],
      env: { ...inherited(), ...SMALL_MEMORY },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child.on('message', (message) => this.#onMessage(message));
    for (const event of ['exit', 'error'] as const) {
      this.#child.on(event, () => {
        clearTimeout(this.#timer);
        this.#endedFor ??= this.#reasonOfExit();
        onEnd();
        this.#settle({ reason: this.#endedFor, detail: `the decoder process ended (${this.#exit()})` });
      });
    }
  }

  get isAlive(): boolean {
    return this.#endedFor === undefined;
  }

  async run(request: DecodeRequest | WorkRequest): Promise<Result> {
    const result = await this.#send(request);
    return 'ready' in result || 'head' in result ? NONSENSE : result;
  }

  async head(request: HeadRequest): Promise<{ head: PictureHead } | Failure> {
    const result = await this.#send(request);
    return 'head' in result || 'reason' in result ? result : NONSENSE;
  }

  /** Resolves to whether the process has started completely and responds. */
  async responds(): Promise<boolean> {
    return 'ready' in (await this.#send(READY_REQUEST));
  }

  #send(request: DecoderRequest): Promise<Reply> {
    return new Promise((resolve) => {
      this.#finish = resolve;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.end('hung'), this.#timeoutMs(request));
      this.#child.send(request, (error) => {
        if (error) this.end('killed');
      });
    });
  }

  #timeoutMs(request: DecoderRequest): number {
    const { timeoutMs } = this.#options;
    return typeof request === 'object' && 'module' in request ? Math.min(request.timeoutMs, timeoutMs) : timeoutMs;
  }

  end(reason: DecodeFailure = 'internal'): void {
    this.#endedFor ??= reason;
    this.#child.kill('SIGKILL');
  }

  #onMessage(message: unknown): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), this.#options.idleMs).unref();
    if (!fits(DecodeResponse, message)) this.#settle(NONSENSE);
    else if (message.outcome === 'ready') this.#settle({ ready: true });
    else if (message.outcome === 'head') this.#settle({ head: message.head });
    else if (message.outcome === 'decoded') this.#settle({ photo: message.photo });
    else if (message.outcome === 'worked') this.#settle({ worked: message.result });
    else this.#settle({ reason: message.reason, detail: message.detail });
  }

  #settle(reply: Reply): void {
    const finish = this.#finish;
    this.#finish = undefined;
    finish?.(reply);
  }

  #reasonOfExit(): DecodeFailure {
    const { exitCode, signalCode } = this.#child;
    if (exitCode === OUT_OF_MEMORY_EXIT) return 'memory';
    // Neither an exit code nor a signal: the process could not even be started.
    if (exitCode === null && signalCode === null) return 'killed';
    return SIGNALS_FROM_OUTSIDE.includes(signalCode) ? 'killed' : 'crashed';
  }

  #exit(): string {
    return String(this.#child.signalCode ?? this.#child.exitCode);
  }
}
