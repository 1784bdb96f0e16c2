import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fits, SEES, SUBJECTS } from '#scripts/lint/houseDoors.ts';
import { FILES, PACKAGES } from '#scripts/lint/packageDoors.ts';

// The real linter, with the real configuration, over a tree of files of which each makes one import that is forbidden
// there, and over some of imports that are allowed.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

interface Plant {
  file: string;
  code: string;
}

const FORMS = {
  'a value': (from: string) => `import { planted } from '${from}';\nplanted();\n`,
  'a type': (from: string) => `import type { Planted } from '${from}';\nexport type Mine = Planted;\n`,
  'a re-export': (from: string) => `export { planted } from '${from}';\n`,
  'a dynamic import': (from: string) => `export const planted = () => import('${from}');\n`,
};

/** One file with an import in every form, and the line on which each form stands. */
function everyForm(from: string): { code: string; lines: Record<string, number> } {
  let code = '';
  const lines: Record<string, number> = {};
  for (const [form, write] of Object.entries(FORMS)) {
    lines[form] = code.split('\n').length;
    code += write(from).replaceAll('planted', `planted${lines[form]}`).replaceAll('Planted', `Planted${lines[form]}`);
  }
  return { code, lines };
}

interface Refused {
  /** For the test's title. */
  name: string;
  form: string;
  line: number;
  plant: Plant;
}

function refusedForms(name: string, file: string, from: string): Refused[] {
  const { code, lines } = everyForm(from);
  return Object.entries(lines).map(([form, line]) => ({ name, form, line, plant: { file, code } }));
}

const PLACES = [
  refusedForms('the domain in the contract', 'src/contract/planted.ts', '../domain/target.ts'),
  refusedForms('an app in the domain', 'src/domain/planted.ts', '#src/wall/target.ts'),
  refusedForms('the server in the domain', 'src/domain/tablets/planted.ts', '#server/core/target.ts'),
  refusedForms('an app in what all share', 'src/shared/ui/planted.ts', '#src/admin/target.ts'),
  refusedForms('another app', 'src/wall/planted.ts', '../table/target.ts'),
  refusedForms('a page in an app', 'src/visit/planted.ts', '../routes/target.ts'),
  refusedForms('the app in the worker', 'sw/planted.ts', '#src/shared/target.ts'),
  refusedForms('the app in the server', 'server/users/planted.ts', '#src/admin/target.ts'),
  refusedForms('a subject in the core', 'server/core/planted.ts', '../users/target.ts'),
  refusedForms('a subject in one below it', 'server/users/plantedAbove.ts', '../audit/target.ts'),
  refusedForms('what puts the server together', 'server/users/plantedTop.ts', '../openLibrary.ts'),
].flat();

/** For every package: a file in each part of the tree that may not use it. */
function forbiddenPackages(): Refused[] {
  const places = ['src/domain', 'sw/api', 'server/users'];
  return Object.entries(PACKAGES).flatMap(([name, allowed], index) => {
    const module = name === 'node:' ? 'node:events' : name;
    return places
      .map((place) => `${place}/package${index}.ts`)
      .filter((file) => !allowed.some((place) => fits(file, place)))
      .flatMap((file) => refusedForms(name, file, module));
  });
}

const packages = forbiddenPackages();
const UNKNOWN: Plant = { file: 'server/users/unknown.ts', code: FORMS['a value']('left-pad') };
/** SQL beside a route, without the SQL package. */
const DATABASE: Plant = {
  file: 'server/users/plantedRoutes.ts',
  code: "import type { Database } from '../core/db/open.ts';\nexport type Mine = Database;\n",
};
/** A program started from beside a door, and by the old name of the module. */
const PROGRAMS: Plant[] = [
  { file: 'server/alerts/plantedProgram.ts', code: FORMS['a value']('node:child_process') },
  { file: 'server/photos/decode/plantedProgram.ts', code: FORMS['a dynamic import']('node:child_process') },
  { file: 'server/library/plantedProgram.ts', code: FORMS['a value']('child_process') },
];
/** A schema as a value where only its type may be, in every form but that of a type. */
const SCHEMAS = [
  refusedForms('schemas', 'src/domain/plantedSchema.ts', '#contract/users/schemas.ts'),
  refusedForms('schemas', 'src/contract/plantedSchema.ts', './tablets/pairingSchemas.ts'),
  refusedForms('schemas', 'sw/api/plantedSchema.ts', '#contract/schemas.ts'),
].flat();
/** An import that climbs three folders, to what its place may import. */
const CLIMBER: Plant = {
  file: 'src/admin/planted/deep/climber.ts',
  code: FORMS['a value']('../../../domain/target.ts'),
};
/** Folders that nobody has given a place. */
const HOMELESS: Plant[] = [
  { file: 'src/loose/planted.ts', code: FORMS['a value']('../domain/target.ts') },
  { file: 'server/loose/planted.ts', code: FORMS['a value']('../core/errors.ts') },
];
const ALLOWED: Plant[] = [
  { file: 'src/domain/allowed.ts', code: FORMS['a value']('../contract/target.ts') },
  { file: 'src/visit/landing/allowed.tsx', code: FORMS['a dynamic import']('../../shared/ui/target.ts') },
  { file: 'src/routes/allowed.tsx', code: FORMS['a dynamic import']('../admin/target.ts') },
  { file: 'server/users/allowedRepository.ts', code: FORMS['a type']('kysely') },
  { file: 'server/users/allowed.ts', code: FORMS['a value']('../core/errors.ts') },
  { file: 'server/audit/allowed.ts', code: FORMS['a value']('../users/target.ts') },
  { file: 'server/allowed.ts', code: FORMS['a value']('./audit/target.ts') },
  { file: 'server/photos/decode/allowed.ts', code: FORMS['a value']('sharp') },
  { file: 'sw/api/allowed.ts', code: FORMS['a value']('#domain/target.ts') },
  { file: 'scripts/build/allowed.ts', code: FORMS['a value']('node:fs') },
];

let folder: string;
let said: string[];

function plantAll(plants: Plant[]): void {
  for (const { file, code } of plants) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
  }
}

function lint(): string[] {
  const oxlint = join(ROOT, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, ['--format=unix', '--quiet'], { cwd: folder, encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line.includes('doors(imports)'));
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'circuit-tree-doors-'));
  for (const part of ['oxlint.config.ts', 'package.json', 'scripts/lint', 'server/subjects.ts'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  plantAll([
    ...PLACES.map(({ plant }) => plant),
    ...packages.map(({ plant }) => plant),
    UNKNOWN,
    DATABASE,
    ...HOMELESS,
    CLIMBER,
    ...PROGRAMS,
    ...SCHEMAS.map(({ plant }) => plant),
    ...ALLOWED,
  ]);
  said = lint();
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const refusals = (file: string, line?: number) =>
  said.filter((text) => text.includes(line === undefined ? `${file}:` : `${file}:${line}:`)).length;

describe('a planted import is refused', () => {
  test.each([...PLACES, ...packages])('$name, in $plant.file: $form', ({ plant, line }) => {
    expect(refusals(plant.file, line)).toBe(1);
  });

  test('a package that the table does not know', () => {
    expect(refusals(UNKNOWN.file)).toBe(1);
  });

  test('the database, where no SQL is written', () => {
    expect(refusals(DATABASE.file)).toBe(1);
  });

  test.each(PROGRAMS)('what starts programs, in $file', ({ file }) => {
    expect(refusals(file)).toBe(1);
  });

  test.each(HOMELESS)('whatever a file imports that has no place: $file', ({ file }) => {
    expect(refusals(file)).toBe(1);
  });

  test.each(SCHEMAS.filter(({ form }) => form !== 'a type'))('a schema, in $plant.file: $form', ({ plant, line }) => {
    expect(refusals(plant.file, line)).toBe(1);
  });

  test('a way up over three folders', () => {
    expect(refusals(CLIMBER.file)).toBe(1);
  });
});

test.each(SCHEMAS.filter(({ form }) => form === 'a type'))(
  'the type of a schema, in $plant.file',
  ({ plant, line }) => {
    expect(refusals(plant.file, line)).toBe(0);
  },
);

test.each(ALLOWED)('what is allowed passes: $file', ({ file }) => {
  expect(refusals(file)).toBe(0);
});

test('every package that the app and the server depend on has its door', async () => {
  const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
  for (const name of Object.keys(manifest.dependencies)) expect(Object.keys(PACKAGES)).toContain(name);
});

test('every place that a rule names is there, and every folder of the server has its place', () => {
  const places = [
    ...Object.values(FILES),
    ...Object.values(PACKAGES),
    Object.keys(SEES),
    ...Object.values(SEES),
  ].flat();
  const named = [...places, ...Object.keys(FILES), ...SUBJECTS.map((subject) => `server/${subject}`)];
  expect(named.filter((place) => !place.includes('*') && !existsSync(join(ROOT, place)))).toEqual([]);
  const folders = globSync('server/*/', { cwd: ROOT, withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => name !== 'cli' && !SUBJECTS.includes(name))).toEqual([]);
});
