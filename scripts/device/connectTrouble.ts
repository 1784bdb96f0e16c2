import { isRecord } from '#domain/records.ts';

/** The reason why a connection failed, as a sentence for the person who started the device. */
export function connectTrouble(error: Error, address: string): string {
  const { code, message } = causeOf(error);
  const { hostname, host, port, protocol } = new URL(address);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `there is no such host as ${hostname}`;
  if (code === 'ECONNREFUSED') {
    const atPort = port || (protocol === 'https:' ? '443' : '80');
    return `${hostname} refused: no server listens at its port ${atPort}`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `the certificate at ${host} is for other names: ${message}`;
  if (code === 'CERT_HAS_EXPIRED') return `the certificate at ${host} has expired`;
  if (UNTRUSTED.test(code)) {
    return `this machine does not trust the certificate at ${host}: name the file of its authority with --ca`;
  }
  return message;
}

const UNTRUSTED = /^(?:UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE)/;

/** Socket.io says 'xhr poll error' for all errors; the system's error is in its field for the text of a status. */
function causeOf(error: Error): { code: string; message: string } {
  const context = 'context' in error ? error.context : undefined;
  const cause = isRecord(context) ? context.statusText : undefined;
  if (!(cause instanceof Error)) return { code: '', message: error.message };
  return { code: 'code' in cause ? String(cause.code) : '', message: cause.message };
}
