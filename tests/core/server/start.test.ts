import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { versionText } from '#domain/text/versionText.ts';
import { DATABASE_FILE } from '#server/core/db/dataFolder.ts';
import { builtCommitIn, VERSION } from '#server/core/settings/version.ts';
import { Launch, runCli, runServer } from '#support/server/launch.ts';
import { signInAsDev } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';

/** The build that `npm test` makes first. */
const dist = join(import.meta.dirname, '../../../dist');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'circuit-tree-start-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.concurrent(
  'what is wrong stops the start with one line that names it',
  { timeout: 60_000, tags: ['full'] },
  () => {
    test.each([
      ['PORT', '80a', 'PORT must be a whole number from 0 to 65535, not "80a"'],
      ['HOST', '192.0.2.200', 'HOST: 192.0.2.200 is no address of this machine'],
      [
        'DATA_DIR',
        '/proc/circuit-tree',
        "DATA_DIR: cannot make the folder /proc/circuit-tree: ENOENT: no such file or directory, mkdir '/proc/circuit-tree'",
      ],
    ])('%s=%s', async (name, value, line) => {
      const outcome = await runServer({ DATA_DIR: join(folder, 'wrong'), [name]: value });
      expect(outcome).toEqual({ code: 1, stdout: '', stderr: `${line}\n` });
    });

    test('unreadable TLS files', async () => {
      const none = { TLS_CERT: join(folder, 'none.pem'), TLS_KEY: join(folder, 'none.pem') };
      const unreadable = await runServer({ DATA_DIR: folder, ...none });
      expect(unreadable).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^TLS_CERT cannot be read: ENOENT.*\n$/),
      });
      writeFileSync(join(folder, 'not.pem'), 'not a certificate');
      const broken = await runServer({
        DATA_DIR: folder,
        TLS_CERT: join(folder, 'not.pem'),
        TLS_KEY: join(folder, 'not.pem'),
      });
      expect(broken).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^TLS_CERT and TLS_KEY do not make.*\n$/),
      });
    });

    test('a data folder that is a file, a database that is none', async () => {
      const file = join(folder, 'file');
      writeFileSync(file, 'x');
      const atFile = await runServer({ DATA_DIR: file });
      expect(atFile).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^DATA_DIR: cannot make the folder .*\n$/),
      });
      const broken = mkdtempSync(join(folder, 'broken-'));
      writeFileSync(join(broken, 'circuit-tree.sqlite'), 'this is not a database, however long it may be'.repeat(100));
      const outcome = await runServer({ DATA_DIR: broken });
      expect(outcome).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^DATA_DIR: the database .* cannot be opened: .*\n$/),
      });
    });

    test('a port in use', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const address = other.address();
      const port = typeof address === 'object' && address ? String(address.port) : '';
      const outcome = await runServer({ DATA_DIR: mkdtempSync(join(folder, 'port-')), PORT: port });
      other.close();
      expect(outcome).toEqual({
        code: 1,
        stdout: '',
        stderr: `PORT: ${port} is in use on 127.0.0.1 already: choose another\n`,
      });
    });
  },
);

describe('a server in a process of its own', { timeout: 60_000 }, () => {
  let server: ServerProcess;
  afterEach(() => server.dispose());

  test('prints the landing and, the first time only, a kiosk with a key that works and that all is new', async () => {
    const dataDir = mkdtempSync(join(folder, 'first-'));
    const first = new Launch(['server/main.ts'], { PORT: '0', DATA_DIR: dataDir });
    await once(first.child.stdout!, 'data');
    const [landing = '', kiosk = '', made, version, rest] = first.stdout.split('\n');
    expect(landing).toMatch(/^ {2}Landing {2}http:\/\/localhost:\d+\/$/);
    expect(kiosk).toMatch(/^ {2}Kiosk {4}http:\/\/localhost:\d+\/circuit-tree\?apiKey=\w{48}$/);
    expect(made).toBe(`  New      ${dataDir} held no library: this is a new one, without photos`);
    expect(version).toBe(`  Version  ${versionText(VERSION, builtCommitIn(dist))}`);
    expect(rest).toBe('');
    const key = kiosk.split('apiKey=')[1];
    const check = await fetch(`${landing.split(/ +/)[2]}auth/check-api-key/${key}`);
    expect(check.status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.ended()).toMatchObject({ code: 0, stderr: '' });
    // Addresses that a proxy here names cannot be made up, so nothing is said of them.
    server = await new ServerProcess({ dataDir, env: { TRUST_PROXY: '127.0.0.1' } }).start();
    expect(server.output.join('')).toMatch(/^ {2}Landing {2}\S+\n {2}Version {2}\d+\.\d+\.\d+(?: \(\w+\+?\))?\n$/);
    expect((await fetch(`${server.origin}/auth/check-api-key/${key}`)).status).toBe(200);
  });

  test(
    'in production the first key is for a terminal only; a log is told how to get one',
    { tags: ['full'] },
    async () => {
      const env = { PORT: '0', NODE_ENV: 'production', HOST: '127.0.0.1', DATA_DIR: join(folder, 'logged') };
      const logged = new Launch(['server/main.ts'], env);
      await once(logged.child.stdout!, 'data');
      logged.child.kill('SIGTERM');
      const { stdout, stderr } = await logged.ended();
      expect(stdout.split('\n')[4]).toBe(
        '  Kiosk    no key yet: `npm run --silent cli -- key create NAME` makes one and prints it',
      );
      const [, setUp = ''] = /^ {2}Set up {3}(\S+)$/m.exec(stdout) ?? [];
      expect(setUp).toMatch(
        /^http:\/\/127\.0\.0\.1:\d+\/#set-up=[0-9a-f]{48}$|^http:\/\/localhost:\d+\/#set-up=[0-9a-f]{48}$/,
      );
      expect(stdout.replace(setUp, '') + stderr).not.toMatch(/apiKey|[0-9a-f]{40}/);
      // Its first line says what to do first, and nothing follows its few lines while all is well.
      expect(stdout.startsWith('  Open this first. ')).toBe(true);
      expect([stdout.trimEnd().split('\n').length, stderr]).toEqual([7, '']);
      expect((await runCli(['key', 'list'], env)).stdout.trim().split('\n')).toHaveLength(1);
    },
  );

  test('in production the first key is printed to a terminal', { tags: ['full'] }, async ({ skip }) => {
    if (spawnSync('script', ['--version']).status !== 0) return skip('there is no `script` here to make a terminal');
    const env = { PORT: '0', NODE_ENV: 'production', HOST: '127.0.0.1', DATA_DIR: join(folder, 'terminal') };
    const command = `${process.execPath} server/main.ts`;
    const terminal = spawn('script', ['-qec', command, '/dev/null'], {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let shown = '';
    terminal.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    await vi.waitFor(() => expect(shown).toMatch(/Kiosk {4}http\S+apiKey=\w{48}\s/), { timeout: 20_000 });
    terminal.kill('SIGTERM');
    await once(terminal, 'close');
  });

  test('a demo prints its addresses first, and paints its photos behind them', async () => {
    const demo = new Launch(['scripts/demo/main.ts'], { PORT: '0', TMPDIR: folder });
    onTestFinished(() => void demo.child.kill());
    await once(demo.child.stdout!, 'data');
    const begun = demo.stdout;
    expect(begun).toMatch(/^\nA demo, whose photos are being painted just now/);
    const [, admin = '', kiosk = ''] = /Admin {4}(\S+) .*\n {2}Kiosk {4}(\S+)\n/.exec(begun) ?? [];
    expect((await fetch(admin)).status).toBe(200);
    const key = new URL(kiosk).searchParams.get('apiKey') ?? '';
    expect((await fetch(`${admin}auth/check-api-key/${key}`)).status).toBe(200);
    demo.child.kill('SIGTERM');
    const { code, stdout } = await demo.ended();
    expect([code, stdout]).toEqual([0, begun]);
  });

  test('says in one line that with TRUST_PROXY=true addresses can be made up', async () => {
    server = await new ServerProcess({ env: { TRUST_PROXY: 'true' } }).start();
    const lines = server.output.join('').split('\n');
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toEqual([
      expect.stringContaining('can make up the addresses'),
    ]);
  });

  test('has its data folder for itself', { tags: ['full'] }, async () => {
    server = await new ServerProcess().start();
    const second = await runServer({ DATA_DIR: server.dataDir });
    expect(second).toEqual({
      code: 1,
      stdout: '',
      stderr: `DATA_DIR: another server is running on ${server.dataDir}\n`,
    });
    await server.stop('SIGKILL');
    server = await new ServerProcess({ dataDir: server.dataDir }).start();
    expect((await fetch(`${server.origin}/health`)).status).toBe(200);
  });

  test('SIGTERM and SIGINT finish what is in flight, then it ends and keeps everything', async () => {
    server = new ServerProcess();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      await server.start();
      const { token } = await signInAsDev(server.origin, 'admin');
      const { hostname, port } = new URL(server.origin);
      const headers = {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Host: `${hostname}:${port}`,
      };
      const body = JSON.stringify({ name: signal, slug: signal.toLowerCase() });
      const asked = request({ method: 'POST', hostname, port, path: '/photos/albums', headers });
      asked.write(body.slice(0, 10));
      // The server has the beginning when it answers somebody who asks after it.
      await fetch(`${server.origin}/health`);
      const stopped = server.stop(signal);
      setTimeout(() => asked.end(body.slice(10)), 300);
      const [answer] = await once(asked, 'response');
      expect(answer.statusCode).toBe(201);
      answer.resume();
      await stopped;
    }
    const sqlite = new Sqlite(join(server.dataDir, DATABASE_FILE), { readonly: true });
    expect(sqlite.prepare('select slug from albums order by slug').pluck().all()).toEqual(['sigint', 'sigterm']);
    sqlite.close();
  });

  test('writes no secret into its log', { tags: ['full'] }, async () => {
    server = await new ServerProcess({ env: { LOG_LEVEL: 'trace' } }).start();
    const { token } = await signInAsDev(server.origin, 'admin');
    const key = server.kioskKey;
    const read = (path: string, headers: Record<string, string> = {}) => fetch(server.origin + path, { headers });
    await read(`/auth/check-api-key/${key}`);
    await read(`/auth/check-api-key/wrong${key}`);
    await read(`/auth/check-api-key%2F${key}`);
    await read(`/circuit-tree?apiKey=${key}`);
    await read(`/nowhere?apiKey=${key}`);
    await (await read(`/kiosk/events?apiKey=${key}`)).body?.cancel();
    await read(`/kiosk/events?apiKey=wrong${key}`);
    await read('/photos/albums', { 'X-API-Key': key, Cookie: `session=${token}` });
    await read('/users', { Authorization: `Bearer ${token}` });
    await read(`/socket.io/?EIO=4&transport=polling&token=${token}`);
    await fetch(`${server.origin}/auth/sign-in-link`, { method: 'POST', body: JSON.stringify({ token }) });
    const link = { method: 'POST', body: JSON.stringify({ token }), headers: { 'Content-Type': 'application/json' } };
    await fetch(`${server.origin}/auth/sign-in-link`, link);
    await read(`/ping/${key}/lamp?value=1`);
    await read(`/ping/${key}`);
    await server.stop();
    const log = server.output
      .join('')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .join('\n');
    expect(log).toContain('"path":"/auth/check-api-key/***"');
    expect(log).toContain('"path":"/ping/***/lamp"');
    expect(log).toContain('"path":"/circuit-tree"');
    expect(log).toContain('"path":"/kiosk/events"');
    for (const secret of [key, token]) expect(log).not.toContain(secret);
  });
});
