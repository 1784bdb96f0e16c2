import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { DEFAULT_PORT } from '#contract/limits.ts';
import { isRecord } from '#domain/records.ts';
import { readSettings } from '#server/core/settings/settings.ts';

// The manifests of app stores against what each store publishes of its format; the stores themselves are not here.

const DEPLOY = join(import.meta.dirname, '../../deploy');
const textOf = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');
const manifest = (path: string): unknown => parse(textOf(path));
const { version }: { version: string } = JSON.parse(textOf('../package.json'));
const IMAGE = `ghcr.io/circuit-tree/circuit-tree:${version}`;

const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strictTypes: false });
addFormats.default(ajv);

/** Returns a sentence for each mistake. */
function problems(value: unknown, properties: Record<string, unknown>, required: string[]): string[] {
  const check = ajv.compile({ type: 'object', additionalProperties: false, required, properties });
  check(value);
  return (check.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}

/** The value at a place of a manifest. */
function at(value: unknown, ...names: string[]): unknown {
  return names.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
}

const text = { type: 'string', minLength: 1 };
const flag = { type: 'boolean' };
const url = { type: 'string', format: 'uri' };
const localised = { type: 'object', required: ['en_US'], additionalProperties: text };
const strings = { type: 'array', items: text };

describe('Home Assistant', () => {
  const config = manifest('home-assistant/config.yaml');

  test('understands each field (supervisor/addons/validate.py)', () => {
    const option = '^(bool|email|url|port|str|password|int|float)(\\(.*\\))?\\??$';
    const properties = {
      name: text,
      version: text,
      slug: { type: 'string', pattern: '^[-_.A-Za-z0-9]+$' },
      description: text,
      arch: { type: 'array', minItems: 1, items: { enum: ['amd64', 'aarch64'] } },
      startup: { enum: ['initialize', 'system', 'services', 'application', 'once'] },
      boot: { enum: ['auto', 'manual', 'manual_only'] },
      stage: { enum: ['stable', 'experimental', 'deprecated'] },
      init: flag,
      tmpfs: flag,
      timeout: { type: 'integer', minimum: 10, maximum: 300 },
      ports: ports({ type: 'integer', minimum: 1, maximum: 65_535 }),
      ports_description: ports(text),
      webui: { type: 'string', pattern: String.raw`^(https?|\[PROTO:\w+\])://\[HOST\]:\[PORT:\d+\].*$` },
      watchdog: { type: 'string', pattern: String.raw`^(https?|\[PROTO:\w+\]|tcp)://\[HOST\]:(\[PORT:\d+\]|\d+).*$` },
      map: {
        type: 'array',
        items: {
          type: 'object',
          required: ['type'],
          additionalProperties: false,
          properties: { type: { enum: ['data', 'ssl', 'backup', 'share', 'media'] }, read_only: flag, path: text },
        },
      },
      options: { type: 'object' },
      schema: { type: 'object', additionalProperties: { type: 'string', pattern: option } },
    };
    expect(problems(config, properties, ['name', 'version', 'slug', 'description', 'arch'])).toEqual([]);
  });

  test('gives every option that is not optional, and no other', () => {
    const schema = Object.entries(at(config, 'schema') ?? {});
    const must = schema.filter(([, kind]) => !String(kind).endsWith('?')).map(([name]) => name);
    expect(Object.keys(at(config, 'options') ?? {})).toEqual(must);
    const start = textOf('home-assistant/start.mjs');
    const docs = textOf('home-assistant/DOCS.md');
    for (const [name] of schema) {
      expect(start).toContain(`options.${name}`);
      expect(docs).toContain(`\`${name}\``);
    }
  });

  test('starts the image of this version, with settings that there are, and not as root', () => {
    expect(at(config, 'version')).toBe(version);
    expect(textOf('home-assistant/Dockerfile')).toContain(`\nFROM ${IMAGE}\n`);
    expect(at(config, 'ports')).toEqual({ [`${DEFAULT_PORT}/tcp`]: DEFAULT_PORT });
    const start = textOf('home-assistant/start.mjs');
    const names = [...start.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name = '']) => name);
    expect(names).toContain('DATA_DIR');
    expect(Object.keys(readSettings({}).variables)).toEqual(expect.arrayContaining(names));
    expect(start.indexOf('process.setuid(NODE)')).toBeLessThan(start.indexOf("await import('../../server/main.ts')"));
  });
});

function ports(value: unknown) {
  return { type: 'object', additionalProperties: false, patternProperties: { '^[0-9]+(/tcp|/udp)?$': value } };
}

/** The parts of a container that Compose's schema (schema/compose-spec.json of its specification) has, and we use. */
const CONTAINER = {
  image: text,
  build: { type: 'object', additionalProperties: false, properties: { context: text, dockerfile: text } },
  container_name: text,
  restart: { type: 'string', pattern: '^(no|always|unless-stopped|on-failure(:[0-9]+)?)$' },
  init: { type: ['boolean', 'string'] },
  user: text,
  read_only: { type: ['boolean', 'string'] },
  tmpfs: strings,
  cap_drop: { ...strings, uniqueItems: true },
  security_opt: { ...strings, uniqueItems: true },
  pids_limit: { type: ['number', 'string'] },
  stop_grace_period: { type: 'string', pattern: '^([0-9]+(us|ms|s|m|h))+$' },
  ports: {
    type: 'array',
    uniqueItems: true,
    items: {
      oneOf: [
        { type: 'number' },
        { type: 'string' },
        {
          type: 'object',
          additionalProperties: false,
          properties: {
            target: { type: ['integer', 'string'] },
            published: { type: ['string', 'integer'] },
            protocol: text,
          },
        },
      ],
    },
  },
  volumes: {
    type: 'array',
    uniqueItems: true,
    items: {
      oneOf: [
        { type: 'string' },
        {
          type: 'object',
          required: ['type'],
          additionalProperties: false,
          properties: {
            type: { enum: ['bind', 'volume', 'tmpfs', 'cluster', 'npipe', 'image'] },
            source: text,
            target: text,
            read_only: flag,
          },
        },
      ],
    },
  },
  environment: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } },
  healthcheck: {
    type: 'object',
    additionalProperties: false,
    properties: {
      test: { type: ['string', 'array'] },
      interval: text,
      timeout: text,
      start_period: text,
      retries: { type: ['number', 'string'] },
    },
  },
};

test.each(['compose.yaml', 'casaos/docker-compose.yml', 'umbrel/docker-compose.yml'])(
  'Compose understands %s',
  (path) => {
    const container = { type: 'object', additionalProperties: false, properties: CONTAINER };
    const properties = {
      version: { type: 'string' },
      name: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]*$' },
      services: { type: 'object', additionalProperties: container },
      volumes: { type: 'object', additionalProperties: { type: ['object', 'null'] } },
      'x-casaos': { type: 'object' },
    };
    expect(problems(manifest(path), properties, ['services'])).toEqual([]);
  },
);

describe('CasaOS', () => {
  const app = manifest('casaos/docker-compose.yml');

  test('understands its part (docs/specs/compose-and-x-casaos.md of its store)', () => {
    const categories = 'Media Productivity Home Networking AI Finance Social Developer Others'.split(' ');
    const properties = {
      id: { type: 'string', pattern: String.raw`^[\w-]+(\.[\w-]+)+$` },
      main: text,
      index: { type: 'string', pattern: '^/' },
      port_map: { type: 'string', pattern: '^[0-9]+$' },
      scheme: { enum: ['http', 'https'] },
      icon: url,
      title: localised,
      tagline: localised,
      description: localised,
      tips: { type: 'object', additionalProperties: localised },
      author: text,
      developer: text,
      category: { enum: categories },
      architectures: { type: 'array', items: { enum: ['amd64', 'arm64'] } },
      version: { type: 'string', pattern: String.raw`^\d+\.\d+\.\d+$` },
    };
    const required = ['id', 'main', 'index', 'port_map', 'icon', 'title', 'category', 'version'];
    expect(problems(at(app, 'x-casaos'), properties, required)).toEqual([]);
    expect(at(app, 'name')).toMatch(/^[a-z0-9][a-z0-9_-]*$/);
  });

  test('runs the image of this version on the port it leads to', () => {
    const main = at(app, 'services', String(at(app, 'x-casaos', 'main')));
    expect(at(main, 'image')).toBe(IMAGE);
    expect(at(app, 'x-casaos', 'version')).toBe(version);
    const port = String(DEFAULT_PORT);
    expect(at(main, 'ports')).toEqual([{ target: DEFAULT_PORT, published: port, protocol: 'tcp' }]);
    expect(at(app, 'x-casaos', 'port_map')).toBe(port);
  });
});

describe('Umbrel', () => {
  const app = manifest('umbrel/umbrel-app.yml');
  const compose = manifest('umbrel/docker-compose.yml');

  test('understands each field (the linter of its store)', () => {
    const categories = 'files bitcoin media networking social automation finance ai developer'.split(' ');
    const properties = {
      manifestVersion: { enum: [1, 1.1, 1.2] },
      id: { type: 'string', pattern: '^(?!umbrel-app-store)[a-z-]+$' },
      name: { ...text, maxLength: 50 },
      tagline: { ...text, maxLength: 100, pattern: '[^.]$' },
      icon: url,
      category: { enum: categories },
      version: text,
      port: { type: 'integer', minimum: 0, maximum: 65_535 },
      description: { ...text, maxLength: 5_000 },
      developer: { ...text, maxLength: 50 },
      website: url,
      repo: url,
      support: url,
      submitter: { ...text, maxLength: 50 },
      submission: url,
      gallery: strings,
      dependencies: strings,
      path: { type: 'string', pattern: '^/' },
      defaultUsername: { type: 'string' },
      defaultPassword: { type: 'string' },
      releaseNotes: { type: 'string', maxLength: 5_000 },
    };
    const optional = ['icon', 'repo', 'releaseNotes', 'defaultUsername', 'defaultPassword'];
    const required = Object.keys(properties).filter((name) => !optional.includes(name));
    expect(problems(app, properties, required)).toEqual([]);
  });

  test('leads to the image of this version, which runs as its account', () => {
    const { APP_HOST: host, APP_PORT: port } = Object(at(compose, 'services', 'app_proxy', 'environment'));
    expect([host, port]).toEqual([`${String(at(app, 'id'))}_web_1`, DEFAULT_PORT]);
    expect(at(app, 'port')).toBe(DEFAULT_PORT);
    expect(at(app, 'version')).toBe(version);
    expect(at(compose, 'services', 'web', 'image')).toBe(IMAGE);
    expect(at(compose, 'services', 'web', 'user')).toBe('1000:1000');
  });
});

test('each container is bounded as that of compose.yaml, and keeps its library in /data', () => {
  const own = at(manifest('compose.yaml'), 'services', 'circuit-tree');
  const others = [
    at(manifest('casaos/docker-compose.yml'), 'services', 'circuit-tree'),
    at(manifest('umbrel/docker-compose.yml'), 'services', 'web'),
  ];
  for (const other of others) {
    for (const bound of ['init', 'read_only', 'tmpfs', 'security_opt', 'stop_grace_period']) {
      expect(at(other, bound), bound).toEqual(at(own, bound));
    }
    expect(JSON.stringify(at(other, 'volumes'))).toContain('/data"');
  }
});
