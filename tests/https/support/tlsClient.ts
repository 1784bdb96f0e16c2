import { once } from 'node:events';
import { get } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { connect, type PeerCertificate } from 'node:tls';

interface Trust {
  /** The authority as PEM; undefined: any certificate will do. */
  ca?: string;
  /** The name that the certificate must be for. */
  name?: string;
}

/** The response of a server on this machine to a client that trusts this authority and no other. */
export async function readOverTls(
  url: string,
  { ca, name = 'localhost' }: Trust,
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }> {
  const { port, pathname } = new URL(url);
  const options = {
    host: '127.0.0.1',
    port,
    path: pathname,
    servername: isIP(name) === 0 ? name : '',
    agent: false,
    headers: { Host: name },
  };
  const [response] = await once(get({ ...options, ca, rejectUnauthorized: ca !== undefined }), 'response');
  let body = '';
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode, headers: response.headers, body };
}

/** The certificate that a new connection is shown, whoever made it and whenever it is valid. */
export async function certificateShown(url: string): Promise<PeerCertificate> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const certificate = socket.getPeerCertificate();
  socket.destroy();
  return certificate;
}
