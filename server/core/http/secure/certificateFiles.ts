import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { codeOf, reasonOf, StartError } from '#server/core/errors.ts';
import type { Settings } from '#server/core/settings/settings.ts';
import { type KeyPair, ReplaceableCertificate } from './certificate.ts';

type Files = NonNullable<Settings['tls']>;

const READ_EVERY_MS = 5_000;

/** The files TLS_CERT and TLS_KEY, read again when one of them changes. */
export class CertificateFiles extends ReplaceableCertificate {
  readonly #files: Files;
  #seen: string;
  #names: readonly string[];

  /** Throws a StartError when the files make no certificate: a server without one must not start. */
  constructor(files: Files) {
    const seen = stateOf(files);
    const pair = { cert: read('TLS_CERT', files.certFile), key: read('TLS_KEY', files.keyFile) };
    check(pair);
    super(pair);
    this.#files = files;
    this.#seen = seen;
    this.#names = namesIn(pair.cert);
    // Polled, not watched: a watcher easily misses a file that replaces another.
    this.repeatEvery(READ_EVERY_MS, () => this.readChanged());
  }

  override names(): readonly string[] {
    return this.#names;
  }

  /** While only one file of a pair has been replaced, the old pair stays in use. */
  readChanged(): void {
    const state = stateOf(this.#files);
    if (state === this.#seen) return;
    this.#seen = state;
    const { certFile, keyFile } = this.#files;
    try {
      const pair = { cert: read('TLS_CERT', certFile), key: read('TLS_KEY', keyFile) };
      check(pair);
      this.#names = namesIn(pair.cert);
      this.replace(pair);
      this.tell({ isTrouble: false, sentence: 'TLS_CERT and TLS_KEY have changed and are in use' });
    } catch (error) {
      const sentence = `${reasonOf(error)}: the certificate read before stays in use until the files change again`;
      this.tell({ isTrouble: true, sentence });
    }
  }
}

/** Changes whenever one of the files is written or replaced. */
function stateOf({ certFile, keyFile }: Files): string {
  return [certFile, keyFile].map(stateOfFile).join(', ');
}

function stateOfFile(file: string): string {
  try {
    const { ino, size, mtimeNs } = statSync(file, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch (error) {
    return codeOf(error) ?? 'none';
  }
}

function read(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`${variable} cannot be read: ${reasonOf(error)}`);
  }
}

function check(pair: KeyPair): void {
  try {
    createSecureContext(pair);
    // OpenSSL has a place for a pair of each kind of key, so it takes an RSA key beside an ECDSA certificate.
    const isItsKey = new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key));
    if (!isItsKey) throw new Error('the key is another certificate’s');
  } catch (error) {
    throw new StartError(`TLS_CERT and TLS_KEY do not make a certificate and its key: ${reasonOf(error)}`);
  }
}

/**
 * Returns the names first and then the addresses, since the owner of the certificate probably gives the names to
 * people.
 */
function namesIn(cert: string): string[] {
  const alternatives = new X509Certificate(cert).subjectAltName?.split(', ') ?? [];
  const those = (kind: string) =>
    alternatives.filter((one) => one.startsWith(kind)).map((one) => one.slice(kind.length));
  return [...those('DNS:'), ...those('IP Address:').map((address) => address.toLowerCase())];
}
