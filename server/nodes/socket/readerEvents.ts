import { NODES } from '../../limits.ts';
import type { NodeServices } from './nodeServices.ts';
import type { NodeSocket } from './nodeSocket.ts';
import { historiesRequest, nodeReference } from './payloads.ts';

/** Handles the requests of screens. A malformed request, or one for an unknown node, gets no response. */
export function onReaderEvents(socket: NodeSocket, { registry, relay, peerRelays, statuses }: NodeServices): void {
  socket.conn.on('drain', () => {
    socket.data.unsent = 0;
  });

  socket.on('getNodeStatuses', () => {
    if (socket.data.unsent < NODES.unsentResponses) statuses.request(socket);
  });

  socket.on('getBrightness', (payload) => {
    const node = nodeReference(payload);
    if (!node || !registry.find(node.nodeId)) return;
    const device = relay.request(socket, node.nodeId);
    if (device === 'peers') peerRelays.ask(node.nodeId);
    else device?.emit('getBrightness', node);
  });

  socket.on('getNodeHistories', (payload) => {
    const request = historiesRequest(payload);
    if (!request || socket.data.unsent >= NODES.unsentResponses) return;
    socket.data.unsent += 1;
    const histories = request.nodeIds.flatMap((nodeId) => {
      const heard = registry.day(nodeId);
      return heard === undefined ? [] : { nodeId, heard };
    });
    socket.emit('nodeHistories', { listening: registry.listeningDay(), histories });
  });
}
