import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '#server/app.ts';
import type { Replacements } from '#server/core/core.ts';
import type { KeyUse } from '#server/core/db/accountTables.ts';
import { openDependencies, type Dependencies, type LibraryParts } from '#support/server/library.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { readSettings, type Settings } from '#server/core/settings/settings.ts';
import { DecodePool } from '#server/photos/decode/decodePool.ts';
import type { User } from '#server/users/userQueries.ts';
import { copyTemplateInto } from './databaseTemplate.ts';
import { databaseUrlFor, dropDatabaseOf } from './testPostgres.ts';
import { isRecord, textOf } from '#domain/records.ts';
import type { Permission } from '#contract/permissions.ts';

interface SignedIn {
  user: User;
  token: string;
}

export interface TestServer {
  origin: string;
  app: TypedApp;
  dependencies: Dependencies;
  clock: { advance(milliseconds: number): void };
  createKey(name: string, use?: KeyUse): Promise<string>;
  /** A new account with exactly these permissions, signed in. */
  signIn(account?: { permissions?: Permission[]; email?: string }): Promise<SignedIn>;
  /** One request through the real door; a body that is no string goes as JSON. */
  call(path: string, request?: Call): Promise<TestResponse>;
  /** Every route there is, as `METHOD /path`. */
  routes: string[];
  close(): Promise<void>;
}

export interface Call {
  method?: string;
  key?: string;
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestResponse {
  status: number;
  headers: Headers;
  /** JSON where it is JSON, else the text. */
  body: unknown;
}

/** A text of a JSON response. */
export function fieldOf({ body }: TestResponse, name: string): string {
  return isRecord(body) ? textOf(body, name) : '';
}

/** In rising order: of calls made at once nobody knows which comes first. */
export function statusesOf(responses: TestResponse[]): number[] {
  return responses.map(({ status }) => status).sort((one, other) => one - other);
}

let accounts = 0;

async function call(url: string, { method = 'GET', key, token, body, headers }: Call = {}): Promise<TestResponse> {
  const isJson = body !== undefined && typeof body !== 'string';
  const response = await fetch(url, {
    method,
    headers: {
      ...(key === undefined ? {} : { 'X-API-Key': key }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
    redirect: 'manual',
  });
  // A stream of events has no end.
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream');
  if (isStream) await response.body?.cancel();
  const text = isStream ? '' : await response.text();
  const isJsonResponse = text !== '' && response.headers.get('Content-Type')?.startsWith('application/json');
  const said: unknown = isJsonResponse ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body: said };
}

/** Tests do not depend on how full the disk is that they run on. */
const HALF_FREE: LibraryParts = { diskSpace: async () => diskWith(0.5) };

/** A disk of a terabyte of which this share is free. */
export function diskWith(freeShare: number) {
  const bytes = 1_000_000_000_000;
  return { bytes, freeBytes: freeShare * bytes };
}

/**
 * Real decoder processes for all servers of a worker, which wait a minute for the next picture: to start one takes more
 * processor time than to start five servers. Two keep the cores busy that a worker has.
 */
class LastingDecoders extends DecodePool {
  override close(): void {
    // They end with the worker, or when there have been no pictures for a while.
  }
}

const decoders = new LastingDecoders({ processes: 2, idleMs: 60_000 });

/** The real app on a free port of the loopback, with a data folder of its own that goes when it is closed. */
export async function startTestServer(
  overrides: Partial<Settings> = {},
  { decoder = decoders, ...parts }: LibraryParts & Replacements = {},
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'circuit-tree-test-'));
  const dataDir = overrides.dataDir ?? folder;
  const databaseUrl = await databaseUrlFor(dataDir);
  if (dataDir === folder && databaseUrl === undefined) await copyTemplateInto(folder);
  const defaults = {
    ...readSettings({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' }),
    databaseUrl,
  };
  let ahead = 0;
  const dependencies = await openDependencies({ ...defaults, ...overrides }, () => Date.now() + ahead, {
    ...HALF_FREE,
    ...parts,
    replacements: { decoder },
  });
  const routes: string[] = [];
  const app = await buildApp(dependencies.core, (route) => {
    for (const method of [route.method].flat()) routes.push(`${method} ${route.url}`);
  });
  const { port, host } = dependencies.settings;
  const listening = new URL(await app.listen({ port, host }));
  const origin = `${dependencies.settings.tls || dependencies.settings.httpsAtHome ? 'https' : 'http'}://127.0.0.1:${listening.port}`;
  return {
    origin,
    app,
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
    call: (path, request) => call(origin + path, request),
    routes,
    close: async () => {
      await app.close();
      await rm(folder, { recursive: true, force: true });
      if (dataDir === folder) await dropDatabaseOf(folder);
    },
  };
}
