import type { Socket } from 'node:net';

/** Waits for the end of a connection, a reset included. `once` of node:events would reject with the reset's error. */
export async function socketClosed(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
}
