import { readFileSync } from 'node:fs';
import { reasonOf, StartError } from '../errors.ts';
import type { Settings } from './settings.ts';

/** The certificate and its key, read when the server starts. */
export function readTlsFiles({ certFile, keyFile }: NonNullable<Settings['tls']>): { cert: Buffer; key: Buffer } {
  return { cert: readPem('TLS_CERT', certFile), key: readPem('TLS_KEY', keyFile) };
}

function readPem(variable: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new StartError(`${variable} cannot be read: ${reasonOf(error)}`);
  }
}
