import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../../server/app.ts';
import type { KeyUse } from '../../server/auth/access.ts';
import { createDependencies, type Dependencies, type DependencyParts } from '../../server/dependencies.ts';
import { readSettings, type Settings } from '../../server/settings.ts';
import type { User } from '../../server/users/userRepository.ts';
import type { Permission } from '../../src/contract/permissions.ts';

export interface SignedIn {
  user: User;
  token: string;
}

export interface TestServer {
  origin: string;
  dependencies: Dependencies;
  clock: { advance(milliseconds: number): void };
  createKey(name: string, use?: KeyUse): Promise<string>;
  /** A new account with exactly these permissions, signed in. */
  signIn(account?: { permissions?: Permission[]; email?: string }): Promise<SignedIn>;
  close(): Promise<void>;
}

let accounts = 0;

/** The real app on a free port of the loopback, with a data folder of its own that goes when it is closed. */
export async function startTestServer(
  overrides: Partial<Settings> = {},
  parts: DependencyParts = {},
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'circuit-tree-test-'));
  const defaults = readSettings({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' });
  let ahead = 0;
  const dependencies = await createDependencies({ ...defaults, ...overrides }, () => Date.now() + ahead, parts);
  const app = await buildApp(dependencies);
  const origin = await app.listen({ port: dependencies.settings.port, host: '127.0.0.1' });
  return {
    origin,
    dependencies,
    clock: {
      advance: (milliseconds) => {
        ahead += milliseconds;
      },
    },
    createKey: (name, use = 'kiosk') => dependencies.keys.create(name, use),
    signIn: async ({ permissions = [], email } = {}) => {
      accounts += 1;
      const names = { firstName: 'Test', lastName: `Person ${accounts}` };
      const address = email ?? `person-${accounts}@example.org`;
      const user = await dependencies.users.create({ email: address, permissions, ...names });
      return { user, token: await dependencies.sessions.open(user.id) };
    },
    close: async () => {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
