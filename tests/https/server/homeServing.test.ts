import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { Doorway } from '#server/https/doorway.ts';
import { HomeName } from '#server/https/name/homeName.ts';
import { homeServing } from '#server/https/homeServing.ts';
import { startTestServer, type TestServer } from '#support/server/testServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('the server is to be opened under its name in the home’s network from when it has it', async () => {
  const { core } = server.dependencies;
  const doorway = new Doorway({
    settings: { ...core.settings, homeName: 'circuit-tree', httpsAtHome: true, publicUrl: undefined },
    installation: core.installation,
  });
  const current = vi.spyOn(HomeName.prototype, 'current', 'get').mockReturnValue(undefined);
  onTestFinished(() => current.mockRestore());
  doorway.serve({ https: 8443, http: 8080 });
  expect(doorway.namedOrigin()).toBeUndefined();
  current.mockReturnValue('circuit-tree.local');
  expect(doorway.namedOrigin()).toBe('https://circuit-tree.local:8443');
});

test('only the printing of addresses waits for the name: an update that starts is given less time than a name may take', async () => {
  const { core } = server.dependencies;
  const doorway = new Doorway({ settings: core.settings, installation: core.installation });
  const { promise: isNamed, resolve: name } = Promise.withResolvers<void>();
  vi.spyOn(doorway, 'openName').mockReturnValue(isNamed);
  const steps = homeServing({ ...core, doorway });
  const log = { error: vi.fn(), info: vi.fn() };
  // However short, a wait for the name is one.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const listening = { port: 8443, secure: true, log, tell: vi.fn(), onClose: vi.fn(), stop: vi.fn() };
  await steps.opened?.(listening);
  await steps.started?.(listening);
  const printed = vi.fn();
  const addressing = Promise.resolve(steps.addressing?.(listening)).then(printed);
  await setImmediate();
  expect(printed).not.toHaveBeenCalled();
  name();
  await addressing;
  expect(printed).toHaveBeenCalledOnce();
});
