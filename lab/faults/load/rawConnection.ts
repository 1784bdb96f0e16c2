import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection to a server that has sent these bytes; later errors of it count for nothing. */
export async function rawConnection(
  origin: string,
  bytes: Buffer | string = '',
  allowHalfOpen = false,
): Promise<Socket> {
  const port = Number(new URL(origin).port);
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen }).on('error', () => undefined);
  await once(socket, 'connect');
  if (bytes.length > 0) socket.write(bytes);
  return socket;
}

/** Sends a byte now and then until the connection is closed. */
export function drip(socket: Socket, everyMs: number): Socket {
  const timer = setInterval(() => socket.writable && socket.write('x'), everyMs).unref();
  return socket.once('close', () => clearInterval(timer));
}
