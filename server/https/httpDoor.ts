import { createServer, type RequestListener, type Server } from 'node:http';
import { codeOf } from '#server/core/errors.ts';
import { HTTP_DOOR } from '#server/core/limits.ts';

/** The http port of an app on https: it redirects there, and reveals nothing else. */
interface HttpDoor {
  port: number;
  close(): void;
}

interface DoorOptions {
  host: string;
  /** The first that is free is used. */
  ports: readonly number[];
  handler: RequestListener;
}

const NOT_FREE = ['EADDRINUSE', 'EACCES'] as const;

type NotFree = (typeof NOT_FREE)[number];

/** Undefined when this process may listen on none of the ports: https works without. */
export async function openHttpDoor({ host, ports, handler }: DoorOptions): Promise<HttpDoor | undefined> {
  for (const port of ports) {
    const server = createServer({ ...HTTP_DOOR.timeouts, keepAliveTimeout: HTTP_DOOR.keepAliveMs }, handler);
    server.maxConnections = HTTP_DOOR.connections;
    if ((await notFree(server, { host, port })) === undefined)
      return { port: portOf(server), close: () => server.close() };
  }
  return undefined;
}

/** The first port that this process may listen on; the last one if there is none, so that its error is reported. */
export async function firstFreePort(host: string, ports: readonly number[]): Promise<number> {
  for (const port of ports.slice(0, -1)) {
    if ((await reasonNotFree({ host, port })) === undefined) return port;
  }
  return ports.at(-1) ?? 0;
}

/** Why this process may not listen there; undefined: it may. */
export async function reasonNotFree(at: { host: string; port: number }): Promise<NotFree | undefined> {
  const server = createServer();
  const reason = await notFree(server, at);
  if (reason === undefined) await new Promise((resolve) => server.close(resolve));
  return reason;
}

function notFree(server: Server, { host, port }: { host: string; port: number }): Promise<NotFree | undefined> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const reason = NOT_FREE.find((code) => code === codeOf(error));
      if (reason) resolve(reason);
      else reject(error);
    });
    server.listen({ host, port }, () => resolve(undefined));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}
