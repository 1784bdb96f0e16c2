// The peer of the nodes' bench: the smallest server that handles the same events with socket.io, with no keys, no
// database, no validation, and each response made for its sender.
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const http = createServer();
const io = new Server(http, { serveClient: false });
const heardAt = new Map<string, number>();

io.of('/nodes').on('connection', (socket) => {
  socket.on('heartbeat', ({ nodeId }: { nodeId: string }) => heardAt.set(nodeId, Date.now()));
  socket.on('getNodeStatuses', () => {
    const now = Date.now();
    const statuses = [...heardAt].map(([nodeId, heard]) => ({
      nodeId,
      lastHeartbeat: new Date(heard).toISOString(),
      durationSinceLastMs: now - heard,
    }));
    statuses.sort((one, other) => (one.nodeId < other.nodeId ? -1 : 1));
    socket.emit('nodeStatuses', statuses);
  });
});

http.listen(0, '127.0.0.1', () => {
  const address = http.address();
  if (typeof address === 'object' && address) process.send?.(`http://127.0.0.1:${address.port}`);
});
