import { createListeners } from '#domain/listeners.ts';
import { repeat } from '#server/core/repeating.ts';

/** The certificate with its key, both as PEM. */
export interface KeyPair {
  cert: string;
  key: string;
}

/** The certificate that the server shows, which may be replaced while the server runs. */
export interface ServedCertificate {
  current(): KeyPair;
  /** The names of the certificate, the one to show people first. */
  names(): readonly string[];
  /** Calls the listener with each certificate that replaces another. */
  onChange(listener: (pair: KeyPair) => void): void;
  /** Reports events of the certificate, for the operator's log. */
  onEvent(listener: (event: CertificateEvent) => void): void;
  close(): void;
}

export interface CertificateEvent {
  isTrouble: boolean;
  sentence: string;
}

/** Writes events into the log. */
export function logEvents(log: Record<'error' | 'info', (text: string) => void>): (event: CertificateEvent) => void {
  return ({ isTrouble, sentence }) => (isTrouble ? log.error(sentence) : log.info(sentence));
}

/** The common part of all kinds of served certificates: one pair at a time, and its listeners. */
export abstract class ReplaceableCertificate implements ServedCertificate {
  #pair: KeyPair;
  readonly #pairs = createListeners<[KeyPair]>();
  readonly #events = createListeners<[CertificateEvent]>();
  /** The events before anybody listened; undefined once somebody does. */
  #unheard: CertificateEvent[] | undefined = [];
  #stop: (() => Promise<void>) | undefined;

  constructor(pair: KeyPair) {
    this.#pair = pair;
  }

  abstract names(): readonly string[];

  current(): KeyPair {
    return this.#pair;
  }

  onChange(listener: (pair: KeyPair) => void): void {
    this.#pairs.subscribe(listener);
  }

  onEvent(listener: (event: CertificateEvent) => void): void {
    this.#events.subscribe(listener);
    for (const event of this.#unheard ?? []) listener(event);
    this.#unheard = undefined;
  }

  close(): void {
    void this.#stop?.();
  }

  protected repeatEvery(milliseconds: number, act: () => void): void {
    this.#stop = repeat(milliseconds, act);
  }

  protected replace(pair: KeyPair): void {
    this.#pair = pair;
    this.#pairs.notify(pair);
  }

  protected tell(event: CertificateEvent): void {
    this.#unheard?.push(event);
    this.#events.notify(event);
  }
}
