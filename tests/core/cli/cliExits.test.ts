import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS, runCommandLine } from '#server/cli/commandLine.ts';
import { openDependencies } from '#support/server/library.ts';
import { readSettings } from '#server/core/settings/settings.ts';

// Each command's exit code, and with --json one line. COMMAND --help and docs/guide/operating.md document the codes.

let folder: string;
let dataDir: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'circuit-tree-exits-'));
  dataDir = join(folder, 'library');
  await (await openDependencies(readSettings({ DATA_DIR: dataDir }))).close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function cli(call: string, variables: Record<string, string> = {}) {
  const said = { stdout: '', stderr: '' };
  const args = call.split(' ').map((word) => word.replace(/^@/, folder));
  const code = await runCommandLine(args, {
    settings: () => readSettings({ DATA_DIR: dataDir, ...variables }),
    print: (line) => (said.stdout += `${line}\n`),
    printError: (text) => (said.stderr += `${text}\n`),
    hint: () => undefined,
  });
  return { code, ...said };
}

/** By command: calls that a library of its own answers in this order, with exit code and JSON; undefined: prints none. */
const CALLS: Record<string, readonly [call: string, code: number, json?: unknown][]> = {
  'key create': [
    ['key create Hall --json', 0, { name: 'Hall', for: 'kiosk', key: expect.any(String), address: expect.any(String) }],
    ['key create Hall', 1],
    ['key create \u0007', 2],
  ],
  'key list': [['key list --json', 0, [expect.objectContaining({ name: 'Hall', revokedAt: null })]]],
  'key revoke': [
    ['key revoke Hall --json', 0, { name: 'Hall', revoked: true }],
    ['key revoke Hall --json', 1],
  ],
  'user list': [['user list --json', 0, []]],
  'user grant': [
    ['user grant ada@example.org admin --json', 0, { email: 'ada@example.org', permissions: ['admin'], changed: true }],
    [
      'user grant ada@example.org admin --json',
      0,
      { email: 'ada@example.org', permissions: ['admin'], changed: false },
    ],
    ['user grant ada@example.org root', 2],
    ['user grant ada admin', 2],
  ],
  'user revoke': [
    ['user revoke ada@example.org admin', 1],
    ['user revoke nobody@example.org admin', 1],
    ['user revoke ada@example.org root', 2],
    [
      'user revoke ada@example.org photos:read --json',
      0,
      { email: 'ada@example.org', permissions: ['admin'], changed: false },
    ],
  ],
  'user see': [
    ['user see ada@example.org', 2],
    ['user see ada@example.org Italy --all', 2],
    ['user see ada@example.org nowhere', 1],
    ['user see nobody@example.org --all', 1],
    ['user see ada@example.org --all --json', 0, { email: 'ada@example.org', albumIds: null, affected: [] }],
  ],
  'user sign-in-link': [
    [
      'user sign-in-link ada@example.org --url https://photos.example --json',
      0,
      { email: 'ada@example.org', url: expect.stringMatching(/^https:\/\/photos\.example\/#sign-in-link=/) },
    ],
    ['user sign-in-link ada@example.org --url nowhere', 2],
    ['user sign-in-link ada', 2],
  ],
  update: [
    ['update --back', 1],
    ['update --yes', 2],
    ['update --back --check', 2],
  ],
  'node list': [['node list --json', 0, []]],
  'node add': [
    ['node add lamp --json', 0, { id: 'lamp', added: true }],
    ['node add lamp --json', 1],
    ['node add \u0007', 2],
  ],
  'node forget': [
    ['node forget lamp --json', 0, { id: 'lamp', forgotten: true }],
    ['node forget lamp --json', 1],
    ['node forget \u0007', 2],
  ],
  import: [
    ['import @/nowhere', 2],
    ['import @', 2],
  ],
  verify: [['verify --json', 0, { photos: 0, missing: [], orphaned: [], mismatching: [] }]],
  backup: [
    // An admin may have chosen a folder, which the library alone knows.
    ['backup', 1],
    ['backup @/backup --keep none', 2],
    ['backup @/library', 1],
    ['backup @/backup --json', 0, expect.objectContaining({ folder: expect.any(String), photos: 0, missing: 0 })],
  ],
  restore: [['restore @/backup', 1]],
  move: [
    ['move', 2],
    ['move --to file', 2],
    ['move --to elsewhere', 2],
    ['move --to postgres://nobody@127.0.0.1:9/none', 1],
  ],
  'https certificate': [['https certificate', 1]],
  'https fingerprint': [['https fingerprint --json', 1]],
  'https new-authority': [['https new-authority', 1]],
  'service print': [
    ['service print', 0],
    ['service print --user Root', 2],
  ],
};

test('every command is tried, and none that is gone', () => {
  expect(Object.keys(CALLS).sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
});

// In the order of the table: some calls find what those before them have made.
for (const [name, calls] of Object.entries(CALLS)) {
  test.each(calls)(`${name}: “%s” ends with %i`, async (call, code, json) => {
    const outcome = await cli(call);
    expect(outcome.code, outcome.stderr).toBe(code);
    if (json !== undefined) expect(JSON.parse(outcome.stdout)).toEqual(json);
    if (code === 0) expect(outcome.stderr).toBe('');
    else
      expect({ stdout: outcome.stdout, isExplained: outcome.stderr.length > 10 }).toEqual({
        stdout: '',
        isExplained: true,
      });
  });
}

describe('a call that makes no sense', () => {
  test.each(COMMANDS.map(({ name }) => name))('of “%s” is refused before settings are read', async (name) => {
    const printed: string[] = [];
    const code = await runCommandLine([...name.split(' '), '--nonsense'], {
      settings: () => {
        throw new Error('The settings were read');
      },
      print: (line) => printed.push(line),
      printError: () => undefined,
    });
    expect({ code, printed }).toEqual({ code: 2, printed: [] });
  });

  test.each(Object.values(CALLS).flatMap((calls) => calls.filter(([, code]) => code === 2)))(
    '“%s” is refused before the library is looked for',
    async (call) => {
      const { stderr, code } = await cli(call, { DATA_DIR: folder });
      expect(code).toBe(2);
      expect(stderr).not.toContain('there is no library');
    },
  );
});
