// The peer of the fleet's bench: a bare http server that holds event streams and a bare socket.io server for nodes, in
// one process on one port, with no keys, no database and no validation. It writes the same bytes as ours.
import { createServer, type ServerResponse } from 'node:http';
import { Server } from 'socket.io';
import { EVENT_COMMENT_MS } from '#contract/tablets/kioskEvents.ts';
import { API_PATHS } from '#contract/paths.ts';

const ALIVE = ':\nevent: alive\ndata:\n\n';
const streams = new Set<ServerResponse>();

const http = createServer((request, response) => {
  if (!request.url?.startsWith(API_PATHS.kioskEvents)) {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status":"ok"}');
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' });
  response.write(ALIVE);
  streams.add(response);
  const comments = setInterval(() => response.write(ALIVE), EVENT_COMMENT_MS);
  response.once('close', () => {
    clearInterval(comments);
    streams.delete(response);
  });
});

const heardAt = new Map<string, number>();
const io = new Server(http, { serveClient: false });
io.of('/nodes').on('connection', (socket) => {
  socket.on('heartbeat', ({ nodeId }: { nodeId: string }, acknowledge: (result: { ok: true }) => void) => {
    heardAt.set(nodeId, Date.now());
    acknowledge({ ok: true });
  });
});

process.on('message', (albumId: string) => {
  for (const stream of streams) stream.write(`event: albums\ndata: {"albumIds":["${albumId}"]}\n\n`);
});

http.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  const address = http.address();
  if (typeof address === 'object' && address) process.send?.(`http://127.0.0.1:${address.port}`);
});
