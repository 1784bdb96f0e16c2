// Many servers in one process, for tests of screens: to load the server's code takes ten times as long as to start it.
// `POST /?dataDir=` starts one and answers with a HostedServer, `GET /` with the one that files share whose tests look at nothing but
// what they have made themselves, `DELETE /<id>` ends one. Prints its own address.
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { addressLines } from '#server/core/addresses/addressLines.ts';
import { startTestServer, type TestServer } from '../server/testServer.ts';

export interface HostedServer {
  id: number;
  origin: string;
  /** The key of the first kiosk, which `npm start` prints. */
  kioskKey: string;
  dataDir: string;
}

const corsOrigins = process.argv.slice(2);
const servers = new Map<number, TestServer>();
let count = 0;

async function start(filled?: string | null): Promise<HostedServer> {
  const server = await startTestServer({ corsOrigins, ...(filled && { dataDir: filled }) });
  const origin = server.origin.replace('127.0.0.1', 'localhost');
  const addresses = { landing: origin, links: origin, other: undefined, devices: undefined };
  const here = { isForThisMachine: true, server: 'tests' };
  const printed = await addressLines({ ...addresses, ...here }, server.dependencies.core);
  const kioskKey = /apiKey=(\w+)/.exec(printed)?.[1] ?? '';
  const id = (count += 1);
  servers.set(id, server);
  return { id, origin, kioskKey, dataDir: server.dependencies.settings.dataDir };
}

async function end(id: number): Promise<void> {
  const server = servers.get(id);
  if (!server) throw new Error(`There is no server ${id}`);
  servers.delete(id);
  await server.close();
  await rm(server.dependencies.settings.dataDir, { recursive: true, force: true });
}

let shared: Promise<HostedServer> | undefined;

function respond(method: string | undefined, { pathname, searchParams }: URL): Promise<HostedServer | void> {
  if (method === 'POST') return start(searchParams.get('dataDir'));
  if (method === 'GET') return (shared ??= start());
  return end(Number(pathname.slice(1)));
}

const door = createServer(({ method, url = '/' }, response) => {
  void respond(method, new URL(url, 'http://localhost')).then(
    (body) => response.end(JSON.stringify(body ?? null)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
door.listen(0, '127.0.0.1');
await once(door, 'listening');
const address = door.address();
console.log(typeof address === 'object' && `http://127.0.0.1:${address?.port}`);
