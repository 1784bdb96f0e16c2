import { BUILD_SOURCES } from '#scripts/build/builtVersion.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { runCommandLine } from '#server/cli/commandLine.ts';
import { readSettings } from '#server/core/settings/settings.ts';
import { startTestServer } from '#support/server/testServer.ts';

// The instructions of the folder deploy for systemd and container engines; `npm run lab -- image` tries the latter.

const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function printed(variables: Record<string, string>, ...options: string[]): Promise<string> {
  let text = '';
  const print = (line: string) => (text += `${line}\n`);
  await runCommandLine(['service', 'print', ...options], {
    settings: () => readSettings(variables),
    print,
    printError: print,
  });
  return text;
}

/** The values of a directive in a unit. */
function valuesOf(unit: string, directive: string): string[] {
  return [...unit.matchAll(new RegExp(`^${directive}=(.*)$`, 'gm'))].map(([, value = '']) => value);
}

const ALWAYS = ['NODE_ENV=production', 'MALLOC_ARENA_MAX=2'];

describe('service print', () => {
  test('fills in this checkout, this Node, the account and the data folder', async () => {
    const unit = await printed({ DATA_DIR: '/srv/photos' }, '--user', 'photos');
    expect(valuesOf(unit, 'User')).toEqual(['photos']);
    expect(valuesOf(unit, 'WorkingDirectory')).toEqual([ROOT]);
    const [program = '', script = ''] = valuesOf(unit, 'ExecStart')[0]?.split(' ') ?? [];
    expect(program).toBe(process.execPath);
    expect(existsSync(join(ROOT, script))).toBe(true);
    expect(valuesOf(unit, 'Environment')).toEqual([...ALWAYS, 'DATA_DIR=/srv/photos']);
    expect(valuesOf(unit, 'ReadWritePaths')).toEqual(['/srv/photos -/media -/mnt -/srv']);
    expect(valuesOf(unit, 'RequiresMountsFor')).toEqual(['/srv/photos']);
    expect(valuesOf(unit, 'ProtectHome')).toEqual(['yes']);
    expect(valuesOf(unit, 'CapabilityBoundingSet')).toEqual(['']);
    expect(unit).not.toMatch(/@[A-Z_]+@/);
  });

  test('lets it write to the folder for backups, read below /home, and listen on a port below 1024', async () => {
    const unit = await printed({ DATA_DIR: '/home/ann/photos', BACKUP_DIR: '/media/usb', PORT: '443' });
    expect(valuesOf(unit, 'ReadWritePaths')).toEqual(['/home/ann/photos -/media/usb']);
    expect(valuesOf(unit, 'Environment')).toContain('BACKUP_DIR=/media/usb');
    expect(valuesOf(unit, 'Environment')).toContain('PORT=443');
    expect(valuesOf(unit, 'ProtectHome')).toEqual(['read-only']);
    expect(valuesOf(unit, 'AmbientCapabilities')).toEqual(['CAP_NET_BIND_SERVICE']);
    expect(valuesOf(unit, 'PrivateUsers')).toEqual([]);
  });

  test('HTTPS=home listens on the ports of http and https, which need the one privilege', async () => {
    const unit = await printed({ DATA_DIR: '/srv/photos', HTTPS: 'home' });
    expect(valuesOf(unit, 'Environment')).toEqual([...ALWAYS, 'DATA_DIR=/srv/photos', 'HTTPS=home']);
    expect(valuesOf(unit, 'AmbientCapabilities')).toEqual(['CAP_NET_BIND_SERVICE']);
    expect(valuesOf(unit, 'RestrictAddressFamilies')).toEqual(['AF_INET AF_INET6 AF_UNIX AF_NETLINK']);
    expect(valuesOf(await printed({}), 'RestrictAddressFamilies')).toEqual(['AF_INET AF_INET6 AF_UNIX']);
    const high = await printed({ HTTPS: 'home', PORT: '8443', HTTP_PORT: '8080' });
    expect(valuesOf(high, 'Environment')).toEqual(
      expect.arrayContaining(['HTTPS=home', 'PORT=8443', 'HTTP_PORT=8080']),
    );
    expect(valuesOf(high, 'AmbientCapabilities')).toEqual([]);
  });

  test('quotes what systemd would read otherwise, and refuses what it cannot hold', async () => {
    const unit = await printed({ DATA_DIR: '/srv/our "100%" photos' });
    expect(valuesOf(unit, 'ReadWritePaths')).toEqual([String.raw`"/srv/our \"100%%\" photos" -/media -/mnt -/srv`]);
    expect(valuesOf(unit, 'Environment')).toContain(String.raw`"DATA_DIR=/srv/our \"100%%\" photos"`);
    expect(await printed({ DATA_DIR: '/srv/a\nb' })).toBe('A unit file cannot hold the name "/srv/a\\nb"\n');
    expect(await printed({}, '--user', 'ann; rm')).toMatch(/^--user must be the name of an account/);
  });

  test('restarts always, as an account that may write to nothing else', async () => {
    const unit = await printed({});
    for (const line of [
      'Restart=always',
      'StartLimitIntervalSec=0',
      'ProtectSystem=strict',
      'NoNewPrivileges=yes',
      'UMask=0077',
      'KillMode=mixed',
    ]) {
      expect(unit.split('\n')).toContain(line);
    }
    // Longer than the server takes to stop.
    expect(Number(valuesOf(unit, 'TimeoutStopSec')[0])).toBeGreaterThan(10);
    expect(unit).not.toContain('MemoryDenyWriteExecute=');
  });

  test.skipIf(!hasAnalyze).each([
    ['plain', {}],
    ['with all there is', { DATA_DIR: '/srv/our "100%" photos', BACKUP_DIR: '/media/usb', PORT: '443' }],
  ])('a unit, %s, that systemd understands and finds safe', async (name, variables) => {
    const file = join(folder, `${name.replaceAll(' ', '-')}.service`);
    writeFileSync(file, await printed(variables));
    expect(spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stdout: '',
      stderr: '',
    });
    // An exposure of 2.0 at most, of 10.
    const security = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', file]);
    expect(security.status).toBe(0);
  });
});

const [, ...stages] = textOf('deploy/Containerfile').split(/^FROM /m);
const [build = '', runs = ''] = stages;

/** The files and folders that a stage copies from the checkout. */
function copied(stage: string): string[] {
  const lines = [...stage.matchAll(/^COPY (?!--from)(.+)$/gm)].map(([, words = '']) => words.split(' '));
  return lines.flatMap((words) => words.slice(0, -1));
}

/** All that files import, over others, of this repository and of packages. */
function importedFrom(entries: string[]): { files: Set<string>; packages: Set<string> } {
  const files = new Set(entries);
  const packages = new Set<string>();
  for (const file of files) {
    for (const [, name = ''] of textOf(file).matchAll(/\b(?:from|import)\s*\(?\s*'([@\w./:-]+)'/g)) {
      if (name.startsWith('.')) files.add(join(dirname(file), name));
      else if (!name.startsWith('node:')) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
    }
  }
  return { files, packages };
}

describe('the container', () => {
  test('is made of two stages, of files that are there', () => {
    expect(stages).toHaveLength(2);
    expect(
      copied(build)
        .concat(copied(runs))
        .filter((path) => !existsSync(join(ROOT, path))),
    ).toEqual([]);
    expect(BUILD_SOURCES.length).toBeGreaterThan(5);
    const isCopied = (path: string) => copied(build).some((place) => path === place || path.startsWith(`${place}/`));
    expect(BUILD_SOURCES.filter((path) => !isCopied(path))).toEqual([]);
  });

  test('holds all that the server, its commands and its child processes import', () => {
    const { files, packages } = importedFrom([
      'server/main.ts',
      'server/cli/main.ts',
      'server/photos/decode/decoderProcess.ts',
      'server/backups/backupProcess.ts',
    ]);
    const places = copied(runs);
    expect(files.size).toBeGreaterThan(100);
    expect([...files].filter((file) => !places.some((place) => file.startsWith(`${place}/`)))).toEqual([]);
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(textOf('package.json'));
    expect([...packages].filter((name) => !(name in dependencies))).toEqual([]);
    // Only the build copies the reader of words, which is 60 MB, into dist.
    expect(Object.keys(dependencies).filter((name) => name.includes('tesseract'))).toEqual([]);
    expect(places).toContain('deploy/circuit-tree.service');
  });

  test('loads no decoder of pictures into the process that serves', () => {
    expect([...importedFrom(['server/main.ts']).packages]).toContain('fastify');
    expect([...importedFrom(['server/main.ts']).packages]).not.toContain('sharp');
  });

  test('runs as somebody else than root, on a read-only disk but for its data', () => {
    expect(runs.indexOf('\nUSER node')).toBeGreaterThan(0);
    expect(runs.indexOf('\nCMD ["node", "server/main.ts"]')).toBeGreaterThan(runs.indexOf('\nUSER node'));
    expect(runs).toMatch(/^ENV .*DATA_DIR=\/data$/m);
    expect(runs).toMatch(/^VOLUME \/data$/m);
    const compose = textOf('deploy/compose.yaml');
    for (const line of [
      'user: node',
      'read_only: true',
      'cap_drop:\n      - ALL',
      '- no-new-privileges:true',
      '- data:/data',
    ]) {
      expect(compose).toContain(line);
    }
    expect(existsSync(join(ROOT, /dockerfile: (\S+)/.exec(compose)?.[1] ?? '-'))).toBe(true);
    const check = '["CMD", "node", "deploy/health.mjs"]';
    expect(compose.replaceAll("'", '"')).toContain(`test: ${check}`);
    expect(runs).toMatch(/^HEALTHCHECK .+ CMD \["node", "deploy\/health\.mjs"\]$/m);
  });

  test('is well while the server responds, with a certificate too', async () => {
    const health = (env: Record<string, string>) =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, [join(ROOT, 'deploy/health.mjs')], { env: { ...process.env, ...env } });
        child.on('exit', resolve);
      });
    const server = await startTestServer();
    const { port } = new URL(server.origin);
    expect(await health({ PORT: port })).toBe(0);
    await server.close();
    expect(await health({ PORT: port })).toBe(1);
    const certFile = join(ROOT, 'tests/support/server/tls/cert.pem');
    const tls = { certFile, keyFile: join(ROOT, 'tests/support/server/tls/key.pem') };
    const secure = await startTestServer({ tls });
    expect(await health({ PORT: new URL(secure.origin).port, TLS_CERT: certFile })).toBe(0);
    await secure.close();
  });
});
