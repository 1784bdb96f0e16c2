import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the address of the project's `serverHost.ts`. */
    serverHostDoor: string;
  }
}

/** The origins that jsdom and the tests of passkeys give their pages. */
const PAGES_ORIGINS = ['http://localhost:3000', 'https://tree.example'];

/** Starts the process that holds the servers when the first test asks for it, so that a run of other files has none. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  let host: ChildProcess | undefined;
  let origin: Promise<string> | undefined;
  const start = async () => {
    host = spawn(process.execPath, [join(import.meta.dirname, 'serverHost.ts'), ...PAGES_ORIGINS], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface({ input: host.stdout! }), 'line');
    return String(line);
  };
  const door = createServer((_request, response) => {
    origin ??= start();
    void origin.then((text) => response.end(text));
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const address = door.address();
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  provide('serverHostDoor', `http://127.0.0.1:${address.port}`);
  return async () => {
    door.close();
    if (!host) return;
    const ended = once(host, 'exit');
    host.kill();
    await ended;
  };
}
