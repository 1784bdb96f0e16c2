import type { NodeSocket } from './nodeSocket.ts';
import type { NodeServices } from './nodeServices.ts';
import { historiesRequest, nodeReference } from './payloads.ts';

/** Someone who asks without reading the answers gets no more of them until the network has taken these. */
const MAX_UNSENT_ANSWERS = 4;

/** What a screen may ask. A question that makes no sense, or about an unknown node, is not answered. */
export function onReaderEvents(socket: NodeSocket, { registry, desk, statuses }: NodeServices): void {
  socket.conn.on('drain', () => {
    socket.data.unsent = 0;
  });

  socket.on('getNodeStatuses', () => {
    if (socket.data.unsent < MAX_UNSENT_ANSWERS) statuses.ask(socket);
  });

  socket.on('getBrightness', (payload) => {
    const node = nodeReference(payload);
    if (node) desk.ask(socket, node.nodeId)?.emit('getBrightness', node);
  });

  socket.on('getNodeHistories', (payload) => {
    const request = historiesRequest(payload);
    if (!request || socket.data.unsent >= MAX_UNSENT_ANSWERS) return;
    socket.data.unsent += 1;
    const histories = request.nodeIds.flatMap((nodeId) => {
      const heard = registry.day(nodeId);
      return heard === undefined ? [] : { nodeId, heard };
    });
    socket.emit('nodeHistories', { listening: registry.listeningDay(), histories });
  });
}
