import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PATHS } from '../../../src/contract/admin/adminPaths.ts';
import type { AuditPage } from '../../../src/contract/admin/audit.ts';
import type { Tablet } from '../../../src/contract/tablets.ts';
import { TabletClient } from '../../support/server/tabletClient.ts';
import { startTestServer, type TestServer } from '../../support/server/testServer.ts';

let server: TestServer;
let client: TabletClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await TabletClient.on(server);
});
afterAll(() => server.close());

const revoke = (id: string) => client.admin<Tablet>('DELETE', `${ADMIN_PATHS.tablet(id)}?only=revoke`);
const remove = (id: string) => client.admin<Tablet>('DELETE', `${ADMIN_PATHS.tablet(id)}?only=delete`);

async function actionsOn(name: string): Promise<string[]> {
  await server.dependencies.audit.settle();
  const { body } = await client.admin<AuditPage>('GET', `${ADMIN_PATHS.audit}?topic=keys`);
  return body.entries.filter(({ what }) => what === name).map(({ action }) => action);
}

describe('revoking, said as that', () => {
  test('by two people at once, or again after a lost response, keeps the tablet with its name and settings', async () => {
    const { id, name, key } = await client.make({ settings: { hours: 24 } });
    const both = await Promise.all([revoke(id), revoke(id)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await revoke(id)).toMatchObject({ status: 200, body: { id, name, state: 'revoked' } });
    expect(await client.find(id)).toMatchObject({ name, state: 'revoked', settings: { hours: 24 } });
    expect(await client.check(key)).toEqual({ status: 401, code: 'credential-refused' });
    expect(await actionsOn(name)).toEqual(['key-revoked', 'key-made']);
  });

  test('of a tablet that is not there is a 404, and another word than the two a 400', async () => {
    expect(await revoke('none')).toMatchObject({ status: 404 });
    const { id } = await client.make();
    expect(await client.admin('DELETE', `${ADMIN_PATHS.tablet(id)}?only=both`)).toMatchObject({ status: 400 });
    expect(await client.find(id)).toMatchObject({ state: 'active' });
  });
});

describe('deleting, said as that', () => {
  test('leaves a tablet in use alone, and takes away one that is revoked', async () => {
    const { id, key } = await client.make();
    expect(await remove(id)).toMatchObject({ status: 409, body: { message: expect.stringContaining('in use') } });
    expect(await client.check(key)).toMatchObject({ status: 200 });
    await revoke(id);
    expect(await remove(id)).toMatchObject({ status: 200, body: { id, state: 'revoked' } });
    expect(await remove(id)).toMatchObject({ status: 404 });
  });

  test('does not overtake a new key that was made since the question was asked', async () => {
    const { id } = await client.make();
    await revoke(id);
    const again = client.admin<{ key: string }>('POST', ADMIN_PATHS.replaceTabletKey(id), { by: 'link' });
    const [made, removed] = await Promise.all([again, remove(id)]);
    const isRemoved = removed.status === 200;
    expect([made.status, removed.status]).toEqual(isRemoved ? [404, 200] : [200, 409]);
    expect((await client.admin('GET', ADMIN_PATHS.tablet(id))).status).toBe(isRemoved ? 404 : 200);
  });
});
