import { expect, test } from 'vitest';
import { setUp } from '#server/setUp/index.ts';
import { startTestServer, statusesOf, type TestServer } from '#support/server/testServer.ts';

// Two servers on one database.

const HERE = process.env.TEST_DATABASE_URL !== undefined;

const printLink = ({ dependencies }: TestServer, name: string) => setUp.of(dependencies.core).setUpLinks.create(name);

async function stateOfLink(server: TestServer, token: string): Promise<number> {
  return (await server.call('/auth/set-up/state', { method: 'POST', body: { token } })).status;
}

test.runIf(HERE)(
  'a set-up link is taken by whichever server it reaches, once, and ends when the one that printed it starts again',
  async () => {
    const first = await startTestServer({ production: true });
    const { dataDir, databaseUrl } = first.dependencies.settings;
    const second = await startTestServer({ production: true, dataDir, databaseUrl });
    const [ofFirst, ofSecond] = [await printLink(first, 'first:80'), await printLink(second, 'second:80')];
    for (const server of [first, second]) {
      for (const token of [ofFirst, ofSecond]) expect(await stateOfLink(server, token)).toBe(204);
    }
    const later = await printLink(first, 'first:80');
    expect(await Promise.all([ofFirst, ofSecond, later].map((token) => stateOfLink(second, token)))).toEqual([
      404, 204, 204,
    ]);
    const use = (server: TestServer, name: string) =>
      server.call('/auth/set-up', { method: 'POST', body: { token: later, name } });
    const made = await Promise.all([use(first, 'Ada'), use(second, 'Eve'), use(first, 'Mallory'), use(second, 'Bob')]);
    const [status, ...others] = statusesOf(made);
    expect(status).toBe(200);
    expect(others.every((refused) => refused === 409 || refused === 410)).toBe(true);
    expect(await second.dependencies.users.list()).toHaveLength(1);
    expect([await stateOfLink(second, later), await stateOfLink(second, ofSecond)]).toEqual([410, 409]);
    await second.close();
    await first.close();
  },
);
