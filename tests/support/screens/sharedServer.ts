import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { TestProject } from 'vitest/node';
import { ServerProcess } from '#scripts/run/serverProcess.ts';

/** The addresses and keys of the shared server. */
export interface SharedServer {
  origin: string;
  kioskKey: string;
  dataDir: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with a SharedServer. */
    sharedServerDoor: string;
  }
}

/** The origin that jsdom gives its pages. */
const PAGES_ORIGIN = 'http://localhost:3000';

/**
 * One server for all files of a project whose tests look at nothing but what they have made themselves. It is started when
 * the first of them asks for it, so that a run of other files has none.
 */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  let server: Promise<ServerProcess> | undefined;
  const respond = async (response: ServerResponse) => {
    server ??= new ServerProcess({ env: { CORS_ORIGINS: PAGES_ORIGIN } }).start();
    const { origin, kioskKey, dataDir } = await server;
    response.end(JSON.stringify({ origin, kioskKey, dataDir } satisfies SharedServer));
  };
  const door = createServer((_request, response) => void respond(response));
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const address = door.address();
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  provide('sharedServerDoor', `http://127.0.0.1:${address.port}`);
  return async () => {
    door.close();
    await (await server)?.dispose();
  };
}
