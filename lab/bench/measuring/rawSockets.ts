import { connect, type Socket } from 'node:net';

/** Bytes on a connection without a client library: thousands of them must cost less than the server under them. */
function openRaw(origin: string, path: string, headers = ''): Socket {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`);
  return socket;
}

const UPGRADE =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';

/** A client's frame of up to 125 bytes; its mask is zero, so that the text stays as it is. */
export function frame(text: string): Buffer {
  const body = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 + body.length, 0, 0, 0, 0]), body]);
}

/** A frame of one byte. */
const PING = '\x81\x012';
const PONG = frame('3');
const JOIN = frame('40/nodes,');

/** Resolves once the server took the socket into the namespace; `onAck` is called for each acknowledgement. */
export function openNode(origin: string, token: string, onAck: (count: number) => void): Promise<Socket> {
  const path = `/socket.io/?EIO=4&transport=websocket&token=${encodeURIComponent(token)}`;
  const socket = openRaw(origin, path, UPGRADE);
  return new Promise((resolve, reject) => {
    socket.once('error', reject).once('close', () => reject(new Error('A node’s socket was closed')));
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (text.includes(PING)) socket.write(PONG);
      // Frames that arrive together are read together.
      const acknowledged = text.split('43/nodes,').length - 1;
      if (acknowledged > 0) onAck(acknowledged);
      else if (text.includes('40/nodes,{')) resolve(socket);
      else if (text.includes('44/nodes,')) reject(new Error(text));
      else if (text.includes('0{"sid"')) socket.write(JOIN);
    });
  });
}

/** Resolves with the first word of the stream; `onAlbums` is called for each change of albums. */
export function openStream(origin: string, path: string, onAlbums: () => void): Promise<void> {
  const socket = openRaw(origin, path);
  return new Promise((resolve, reject) => {
    let last = 'nothing';
    socket.once('error', reject).once('close', () => reject(new Error(`A stream ended after ${last}`)));
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      last = text;
      if (text.includes('event: albums\n')) onAlbums();
      if (text.includes('event: alive\n')) resolve();
    });
  });
}
