/** @module-tag full */
import { connect } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { CONNECTIONS } from '#server/core/limits.ts';
import { Launch } from '#support/server/launch.ts';

const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-stop-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A server with a few lines of our own in its process. */
async function started(name: string, lines: string): Promise<{ launch: Launch; port: number }> {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, lines);
  const env = { PORT: '0', DATA_DIR: join(folder, name), NODE_OPTIONS: `--import=${file}`, LOG_LEVEL: 'fatal' };
  const launch = new Launch(['server/main.ts'], env);
  while (!/Kiosk/.test(launch.stdout)) await once(launch.child.stdout ?? launch.child, 'data');
  return { launch, port: Number(/localhost:(\d+)/.exec(launch.stdout)?.[1]) };
}

describe('a server in a process of its own', { timeout: 60_000 }, () => {
  test.each([
    ['a rejection that nobody caught', "Promise.reject(new Error('nobody caught\\nme'))"],
    ['an error in a timer', "(() => { throw new Error('nobody caught\\nme'); })()"],
  ])('ends in good order, with one clear line: %s', async (name, code) => {
    const { launch } = await started(
      name.replaceAll(' ', '-'),
      `process.on('SIGUSR2', () => setTimeout(() => ${code}, 1));`,
    );
    launch.child.kill('SIGUSR2');
    const outcome = await launch.ended();
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toMatch(/^The server stops because of an unexpected error: nobody caught me at .*\n$/);
  });

  test('ends by itself within ten seconds of a SIGTERM, whatever hangs', async () => {
    const hangs = `import { ServerResponse } from 'node:http';
      ServerResponse.prototype.end = function () { return this; };`;
    const { launch, port } = await started('hanging', hangs);
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'));
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    await wait(200);
    launch.child.kill('SIGTERM');
    // In good order, or by the last of its timers, if the machine is busy.
    const outcome = await launch.ended();
    expect(outcome.stderr).toBe(outcome.code === 0 ? '' : 'Something hung while the server was stopping\n');
    expect(CONNECTIONS.drainMs).toBeLessThan(CONNECTIONS.stopMs);
    expect(CONNECTIONS.stopMs).toBeLessThan(10_000);
    socket.destroy();
  });
});
