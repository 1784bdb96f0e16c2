import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

interface Relay {
  port: number;
  /** Takes no connections any more and ends those that there are, as when the machine behind is gone. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Passes connections on to another port of the loopback, until it is cut. */
export async function startRelay(port: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    return near;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    cut: () => {
      isCut = true;
      end();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      end();
      server.close();
      await once(server, 'close');
    },
  };
}
