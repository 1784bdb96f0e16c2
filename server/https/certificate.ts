import { repeat } from '../repeating.ts';
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
  /** Calls back with each certificate that takes the place of another. */
  onChange(listener: (pair: KeyPair) => void): void;
  /** Says what happened to the certificate, where an operator reads it. */
  onEvent(listener: (event: CertificateEvent) => void): void;
  close(): void;
}

/** A certificate of the home's own authority, which devices have to be told of. */
export interface HomeServedCertificate extends ServedCertificate {
  /** The authority's certificate, as PEM. */
  authority(): string;
  /** The fingerprints of the authorities before, which devices should no longer trust. */
  formerAuthorities(): readonly string[];
  /** Makes another one if the names of this server have changed. */
  look(): Promise<void>;
}

export function isOfHome(certificate: ServedCertificate): certificate is HomeServedCertificate {
  return 'authority' in certificate;
}

export interface CertificateEvent {
  isTrouble: boolean;
  sentence: string;
}

/** Writes events into the log. */
export function loggedIn(log: Record<'error' | 'info', (text: string) => void>): (event: CertificateEvent) => void {
  return ({ isTrouble, sentence }) => (isTrouble ? log.error(sentence) : log.info(sentence));
}

/** The common part of all kinds of served certificates: one pair at a time, and its listeners. */
export abstract class ReplaceableCertificate implements ServedCertificate {
  #pair: KeyPair;
  readonly #listeners: ((pair: KeyPair) => void)[] = [];
  readonly #eventListeners: ((event: CertificateEvent) => void)[] = [];
  /** Changes that happened before anybody listened. */
  readonly #unheard: CertificateEvent[] = [];
  #stop: (() => Promise<void>) | undefined;

  constructor(pair: KeyPair) {
    this.#pair = pair;
  }

  abstract names(): readonly string[];

  current(): KeyPair {
    return this.#pair;
  }

  onChange(listener: (pair: KeyPair) => void): void {
    this.#listeners.push(listener);
  }

  onEvent(listener: (event: CertificateEvent) => void): void {
    this.#eventListeners.push(listener);
    for (const event of this.#unheard.splice(0)) listener(event);
  }

  close(): void {
    void this.#stop?.();
  }

  protected lookEvery(milliseconds: number, look: () => void): void {
    this.#stop = repeat(milliseconds, look);
  }

  protected replace(pair: KeyPair): void {
    this.#pair = pair;
    for (const listener of this.#listeners) listener(pair);
  }

  protected tell(event: CertificateEvent): void {
    if (this.#eventListeners.length === 0) this.#unheard.push(event);
    for (const listener of this.#eventListeners) listener(event);
  }
}
