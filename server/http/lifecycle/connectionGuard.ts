import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { CONNECTIONS } from '../../limits.ts';
import type { IsBusy } from './requestTurns.ts';

interface ConnectionGuards {
  isBusy: IsBusy;
  /** Whether an address is shared by many people, as a proxy's is; the limit for each address then does not apply. */
  isShared: (address: string) => boolean;
}

interface ConnectionLimits {
  unreadMs: number;
  maxPerAddress: number;
}

/** Ends connections that are no longer read or used, and limits how many an address may have. */
export function guardConnections(
  server: Server,
  { isBusy, isShared }: ConnectionGuards,
  { unreadMs, maxPerAddress }: ConnectionLimits = CONNECTIONS,
): void {
  cutSilent(server, { isBusy, unreadMs });
  limitPerAddress(server, { isShared, maxPerAddress });
}

/**
 * The timeout fires when no byte was sent or received for `unreadMs`. That is fine while the server works on a response
 * or holds a long poll. The connection is useless when bytes wait for the client to read them, or when there is no
 * request.
 */
function cutSilent(server: Server, { isBusy, unreadMs }: { isBusy: IsBusy; unreadMs: number }): void {
  server.setTimeout(unreadMs, (socket: Socket) => {
    if (isBusy(socket) && socket.writableLength === 0) socket.setTimeout(unreadMs);
    else socket.destroy();
  });
}

interface AddressLimit {
  isShared: ConnectionGuards['isShared'];
  maxPerAddress: number;
}

function limitPerAddress(server: Server, { isShared, maxPerAddress }: AddressLimit): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isShared(address)) return;
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
    if (count > maxPerAddress) socket.destroy();
  });
}
