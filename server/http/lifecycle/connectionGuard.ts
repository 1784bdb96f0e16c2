import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { CONNECTIONS } from '../../limits.ts';
import type { IsBusy } from './requestTurns.ts';

interface ConnectionGuards {
  isBusy: IsBusy;
  /** Addresses behind which everybody may be. */
  isShared: (address: string) => boolean;
}

interface ConnectionLimits {
  unreadMs: number;
  maxPerAddress: number;
}

/** Ends connections that nobody reads or uses any more, and gives each address its share of them. */
export function guardConnections(
  server: Server,
  { isBusy, isShared }: ConnectionGuards,
  { unreadMs, maxPerAddress }: ConnectionLimits = CONNECTIONS,
): void {
  cutSilent(server, { isBusy, unreadMs });
  limitPerAddress(server, { isShared, maxPerAddress });
}

/**
 * A timeout fires when for so long no byte came or went. It is fine while the server is at work on a response or holds
 * a long poll; with bytes that wait to be read by the client, or without a request, the connection is of no use.
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
