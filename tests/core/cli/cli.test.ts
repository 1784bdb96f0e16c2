import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS, runCommandLine } from '#server/cli/commandLine.ts';
import { usageOf } from '#server/core/commands/command.ts';
import { noteAddress } from '#server/core/db/installation.ts';
import { qrForTerminal } from '#server/core/addresses/qrCode.ts';
import { openDependencies, type Dependencies } from '#support/server/library.ts';
import { readSettings } from '#server/core/settings/settings.ts';
import { runCli } from '#support/server/launch.ts';

let dataDir: string;
let dependencies: Dependencies;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'circuit-tree-cli-'));
  dependencies = await openDependencies(readSettings({ DATA_DIR: dataDir }));
});
afterEach(async () => {
  await dependencies.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The lines for a person at a terminal beside the result. */
const hints: string[] = [];

/** Ends like the process, without the cost of a process. */
async function cli(...args: string[]) {
  const said = { stdout: '', stderr: '' };
  const code = await runCommandLine(args, {
    settings: () => readSettings({ DATA_DIR: dataDir }),
    print: (line) => (said.stdout += `${line}\n`),
    printError: (text) => (said.stderr += `${text}\n`),
    hint: (line) => hints.push(line),
  });
  return { code, ...said };
}

const NOTHING = { code: 0, stdout: '', stderr: '' };
const failure = (line: string) => ({ code: 1, stdout: '', stderr: `${line}\n` });
const wrong = (line: string) => ({ code: 2, stdout: '', stderr: `${line}\n` });

describe('keys', () => {
  test('create prints the key alone, which then works; names may hold spaces', async () => {
    const made = await cli('key', 'create', 'Living room');
    expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^\w{48}\n$/) });
    expect(await dependencies.credentials.ofKey(made.stdout.trim())).toMatchObject({ use: 'kiosk' });
    const node = await cli('key', 'create', 'Lamp', '--node');
    expect(await dependencies.credentials.ofKey(node.stdout.trim())).toMatchObject({ use: 'node' });
    expect(await cli('key', 'create', 'Living room')).toEqual(
      failure('There is an active key named "Living room" already'),
    );
    const list = await cli('key', 'list');
    expect(list.stdout).toMatch(
      /^NAME {9}FOR {4}CREATED {5}STATE\nLiving room {2}kiosk {2}\S{10} {2}active\nLamp {9}node {3}\S{10} {2}active\n$/,
    );
    expect(list.stdout).not.toContain(made.stdout.trim());
  });

  test('create tells a person where to open the key: at the address that the server told at its start', async () => {
    const { stdout: key } = await cli('key', 'create', 'Hall');
    const [where, why] = hints.at(-1)?.split('\n') ?? [];
    expect(where).toBe(`On the tablet: http://localhost:8083/circuit-tree?apiKey=${key.trim()}`);
    // A code would lead a camera's device to itself.
    expect(why).toContain('Only this machine itself opens this address');
    const address = 'https://192.168.1.20';
    await noteAddress(dependencies.db, { address, linkOrigin: address });
    await cli('key', 'create', 'Lamp', '--node');
    expect(hints.at(-1)).toBe('The device connects to https://192.168.1.20');
    const link = await cli('user', 'sign-in-link', 'ada@example.org');
    expect(link.stdout).toMatch(/^https:\/\/192\.168\.1\.20\/#sign-in-link=/);
    expect(hints.at(-1)).toContain(qrForTerminal(link.stdout.trim()));
    const tablet = await cli('key', 'create', 'Kitchen');
    expect(hints.at(-1)).toContain(qrForTerminal(`https://192.168.1.20/circuit-tree?apiKey=${tablet.stdout.trim()}`));
    // With HTTPS=home links lead past the page where a device learns to trust the house; a key is not sent to it.
    await noteAddress(dependencies.db, { address, linkOrigin: 'http://192.168.1.20' });
    const invited = await cli('user', 'sign-in-link', 'ada@example.org');
    expect(invited.stdout).toMatch(/^http:\/\/192\.168\.1\.20\/#sign-in-link=/);
    const screen = await cli('key', 'create', 'Porch');
    const past = `http://192.168.1.20/#go=/circuit-tree?apiKey=${screen.stdout.trim()}`;
    expect(hints.at(-1)).toContain(qrForTerminal(past));
  });

  test('revoke ends a key, once', async () => {
    const key = await dependencies.keys.create('Hall', 'kiosk');
    expect(await cli('key', 'revoke', 'Hall')).toEqual(NOTHING);
    expect(await dependencies.credentials.ofKey(key)).toBeUndefined();
    expect(await cli('key', 'revoke', 'Hall')).toEqual(failure('There is no active key named "Hall"'));
    expect((await cli('key', 'list')).stdout).toContain('revoked');
  });
});

test('lists are JSON too, with whole times', async () => {
  await cli('key', 'create', 'Hall', '--node');
  await cli('user', 'grant', 'ada@example.org', 'admin');
  await cli('node', 'add', 'lamp');
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const read = async (what: string): Promise<unknown> => JSON.parse((await cli(what, 'list', '--json')).stdout);
  expect(await read('key')).toEqual([{ name: 'Hall', for: 'node', createdAt: time, revokedAt: null }]);
  expect(await read('user')).toEqual([
    { email: 'ada@example.org', firstName: '', lastName: '', permissions: ['admin'], albumIds: null },
  ]);
  expect(await read('node')).toEqual([{ id: 'lamp', lastHeartbeat: null, brightness: null }]);
});

describe('users', () => {
  test('grant makes the account, revoke takes away, list shows', async () => {
    const said = async (verb: string, permission: string) =>
      (await cli('user', verb, 'Ada@example.org', permission)).stdout;
    expect(await said('grant', 'photos:write')).toBe('ada@example.org now has photos:write\n');
    expect(await said('grant', 'photos:read')).toBe('ada@example.org now has photos:read, photos:write\n');
    expect(await said('grant', 'photos:read')).toBe('ada@example.org had photos:read already\n');
    expect((await cli('user', 'list')).stdout).toBe(
      'EMAIL            NAME  PERMISSIONS               SEES\nada@example.org  -     photos:read photos:write  everything\n',
    );
    expect(await said('revoke', 'photos:write')).toBe('ada@example.org now has photos:read\n');
    expect(await said('revoke', 'photos:write')).toBe('ada@example.org did not have photos:write\n');
    expect(await dependencies.users.findByEmail('ada@example.org')).toMatchObject({ permissions: ['photos:read'] });
  });

  test('see chooses the albums of a person, and all again', async () => {
    await cli('user', 'grant', 'ada@example.org', 'photos:read');
    await dependencies.photos.albums.create({ name: 'Summer', slug: 'summer' }, null);
    const see = async (...words: string[]) => cli('user', 'see', 'ada@example.org', ...words);
    expect((await see('summer')).stdout).toBe('ada@example.org now sees “Summer”\n');
    expect((await cli('user', 'list')).stdout).toContain('“Summer”');
    expect(await see('winter')).toMatchObject({ code: 1 });
    expect((await see('--all')).stdout).toBe('ada@example.org now sees everything\n');
    expect(await see()).toMatchObject({ code: 2 });
    expect(await see('summer', '--all')).toMatchObject({ code: 2 });
    await see('summer');
    await cli('user', 'grant', 'ada@example.org', 'admin');
    expect(await dependencies.users.findByEmail('ada@example.org')).toMatchObject({ albumIds: null });
    await dependencies.audit.settle();
    const changes = dependencies.db
      .selectFrom('audit_events')
      .select('what')
      .where('action', '=', 'albums-seen-changed');
    // Chosen, all, chosen again, and all with the grant.
    expect(await changes.execute()).toHaveLength(4);
    expect(await see('summer')).toMatchObject({ code: 1 });
  });

  test('refuses what makes no sense', async () => {
    expect(await cli('user', 'grant', 'ada@example.org', 'root')).toEqual(
      wrong('There is no permission "root", only admin, photos:read, photos:write'),
    );
    expect(await cli('user', 'grant', 'ada', 'admin')).toEqual(wrong('"ada" is no e-mail address'));
    expect(await cli('user', 'revoke', 'no@example.org', 'admin')).toEqual(
      failure('There is no account with the e-mail address "no@example.org"'),
    );
    await dependencies.users.create({ email: 'boss@example.org', permissions: ['admin'] });
    expect(await cli('user', 'revoke', 'boss@example.org', 'admin')).toEqual(
      failure('This is the last admin: make somebody else an admin first'),
    );
  });

  test('sign-in-link prints a link that works once', async () => {
    const { stdout } = await cli('user', 'sign-in-link', 'ada@example.org', '--url', 'https://photos.example.org/x');
    expect(stdout).toMatch(/^https:\/\/photos\.example\.org\/#sign-in-link=\w{48}\n$/);
    const token = stdout.trim().split('=')[1] ?? '';
    expect(await dependencies.oneTime.spendLink(token)).toBe('ada@example.org');
    expect((await cli('user', 'sign-in-link', 'ada@example.org')).stdout).toMatch(/^http:\/\/localhost:8083\/#/);
  });
});

test('says what it can do in one screen, and how each command is used', async () => {
  const help = await cli('--help');
  expect(help).toMatchObject({ code: 0, stderr: '' });
  const lines = help.stdout.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(24);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  for (const command of COMMANDS) {
    expect(help.stdout).toContain(` ${command.name} `);
    const { stdout, code } = await cli(...command.name.split(' '), '--help');
    expect({ code, first: stdout.split('\n')[0] }).toEqual({
      code: 0,
      first: `Usage: npm run --silent cli -- ${usageOf(command)}`,
    });
    const fails = command.fails === 'never' ? 'the library cannot be opened' : command.fails;
    expect(stdout.replace(/\s+/g, ' ')).toContain(`exit 1 ${fails}`);
  }
});

test.each([
  [[], 'No command given', 'COMMAND'],
  [['nonsense'], 'There is no command "nonsense"', 'COMMAND'],
  [['key'], 'There is no command "key"', 'COMMAND'],
  [['key', 'create'], 'Use it as: key create NAME [--node] [--json]', 'key create NAME'],
  [['key', 'create', 'a', 'b'], 'Use it as: key create NAME [--node] [--json]', 'key create NAME'],
  [['key', 'create', 'a', '--force'], "Unknown option '--force'", 'key create NAME'],
])('%j shows how to use it, on stderr', async (args, line, usage) => {
  const outcome = await cli(...args);
  expect(outcome).toMatchObject({ code: 2, stdout: '' });
  expect(outcome.stderr).toContain(line);
  expect(outcome.stderr).toContain(`\nUsage: npm run --silent cli -- ${usage}`);
  expect(await dependencies.keys.list()).toEqual([]);
});

test(
  'makes no library where there is none: a mistyped folder is an error for every command',
  { tags: ['full'] },
  async () => {
    const nowhere = join(dataDir, 'mistyped');
    const settings = () => readSettings({ DATA_DIR: nowhere });
    const calls = [
      'key create Hall',
      'key list',
      'key revoke Hall',
      'user list',
      'user grant a@b.de admin',
      'node add a',
    ];
    for (const call of calls) {
      const said: string[] = [];
      const print = (line: string) => void said.push(line);
      expect(await runCommandLine(call.split(' '), { settings, print, printError: print }), call).toBe(1);
      expect(said).toEqual([`DATA_DIR: there is no library in ${nowhere}: start the server there once first`]);
    }
    const made = await runCli(['key', 'create', 'Hall'], { DATA_DIR: nowhere });
    expect(made).toEqual(failure(`DATA_DIR: there is no library in ${nowhere}: start the server there once first`));
    expect(existsSync(nowhere)).toBe(false);
  },
);

test(
  'as a process: the answer alone on stdout, complaints on stderr, and the exit code',
  { tags: ['full'] },
  async () => {
    const made = await runCli(['key', 'create', 'Hall'], { DATA_DIR: dataDir });
    expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^\w{48}\n$/) });
    const again = await runCli(['key', 'create', 'Hall'], { DATA_DIR: dataDir });
    expect(again).toEqual(failure('There is an active key named "Hall" already'));
    expect(await runCli(['key', 'list'], { DATA_DIR: dataDir, PORT: 'x' })).toMatchObject({ code: 1, stdout: '' });
  },
);
