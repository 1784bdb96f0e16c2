import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOMS } from '#scripts/lint/doors.ts';
import { fits } from '#scripts/lint/importDoors.ts';
import { PACKAGES } from '#scripts/lint/packageDoors.ts';

// The real linter, with the real configuration, over a tree of files of which each makes one import that is forbidden
// there, and over one of imports that are allowed.

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

/** A new file in the room; for a room that is one file, that file itself. */
function fileIn(room: string, name: string): string {
  return extname(room) === '' ? `${room}/${name}.ts` : room;
}

/** A longer way up is refused, whatever it leads to. */
function specifier(from: string, to: string): string {
  const path = relative(dirname(from), to);
  if (path.startsWith('../../../')) return to.replace(/^(?:tests\/)?/, '#');
  return path.startsWith('.') ? path : `./${path}`;
}

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
  /** The room or package, for the test's title. */
  name: string;
  form: string;
  line: number;
  plant: Plant;
}

function refusedForms(name: string, file: string, from: string): Refused[] {
  const { code, lines } = everyForm(from);
  return Object.entries(lines).map(([form, line]) => ({ name, form, line, plant: { file, code } }));
}

/** For every room: a file that imports from a room that it does not see. */
function forbiddenRooms(): Refused[] {
  return Object.entries(ROOMS).flatMap(([room, { sees }]) => {
    const isSeen = (other: string) =>
      sees.some((place) => (place.endsWith('/**') ? `${other}/`.startsWith(place.slice(0, -2)) : place === other));
    // The last first: of the server's parts that is one above the room.
    const unseen = Object.keys(ROOMS).findLast((other) => other !== room && !isSeen(other));
    const target = unseen === undefined ? 'tests/support/target.ts' : fileIn(unseen, 'target');
    const file = fileIn(room, 'planted');
    return refusedForms(room, file, specifier(file, target));
  });
}

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

const rooms = forbiddenRooms();
const packages = forbiddenPackages();
const UNKNOWN: Plant = { file: 'server/users/unknown.ts', code: FORMS['a value']('left-pad') };
/** SQL beside a route, without the SQL package. */
const DATABASE: Plant = {
  file: 'server/users/plantedRoutes.ts',
  code: "import type { Database } from '../db/open.ts';\nexport type Mine = Database;\n",
};
/** A program started from beside a door, and by the old name of the module. */
const PROGRAMS: Plant[] = [
  { file: 'server/alerts/plantedProgram.ts', code: FORMS['a value']('node:child_process') },
  { file: 'server/photos/decode/plantedProgram.ts', code: FORMS['a dynamic import']('node:child_process') },
  { file: 'server/photos/maintenance/plantedProgram.ts', code: FORMS['a value']('child_process') },
];
/** A schema as a value where only its type may be, in every form but that of a type. */
const SCHEMAS = ['src/domain/plantedSchema.ts', 'src/contract/plantedSchema.ts', 'sw/api/plantedSchema.ts'].flatMap(
  (file) => refusedForms('schemas', file, '#contract/schemas/target.ts'),
);
/** An import that climbs three folders, to what its room may import. */
const CLIMBER: Plant = {
  file: 'src/screens/admin/planted/climber.ts',
  code: FORMS['a value']('../../../domain/target.ts'),
};
/** A new loose file in the server's root. */
const HOMELESS: Plant = { file: 'server/loose.ts', code: FORMS['a value']('./errors.ts') };
const ALLOWED: Plant[] = [
  { file: 'src/domain/allowed.ts', code: FORMS['a value']('../contract/target.ts') },
  { file: 'src/screens/landing/allowed.tsx', code: FORMS['a dynamic import']('../../ui/target.ts') },
  { file: 'server/users/allowedRepository.ts', code: FORMS['a type']('kysely') },
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
  for (const part of ['oxlint.config.ts', 'package.json', 'scripts/lint'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  plantAll([
    ...rooms.map(({ plant }) => plant),
    ...packages.map(({ plant }) => plant),
    UNKNOWN,
    DATABASE,
    HOMELESS,
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
  test.each([...rooms, ...packages])('$name, in $plant.file: $form', ({ plant, line }) => {
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

  test('whatever a file imports that is in no room', () => {
    expect(refusals(HOMELESS.file)).toBe(1);
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

test.each(ALLOWED)('what the table allows passes: $file', ({ file }) => {
  expect(refusals(file)).toBe(0);
});

test('every package that the app and the server depend on has its door', async () => {
  const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
  for (const name of Object.keys(manifest.dependencies)) expect(Object.keys(PACKAGES)).toContain(name);
});

test('every room of the table is there, and every folder of the code is in one', () => {
  for (const room of Object.keys(ROOMS)) expect(existsSync(join(ROOT, room)), room).toBe(true);
  for (const top of ['src', 'sw', 'server']) {
    for (const file of globSync(`${top}/*/**/*.{ts,tsx}`, { cwd: ROOT })) {
      expect(
        Object.keys(ROOMS).some((room) => fits(file, room)),
        file,
      ).toBe(true);
    }
  }
});

function roomsSeen(room: string): string[] {
  return (ROOMS[room]?.sees ?? []).filter((place) => place in ROOMS);
}

test('no two rooms import each other', () => {
  for (const room of Object.keys(ROOMS)) {
    const reached = new Set<string>();
    const waiting = roomsSeen(room);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(...roomsSeen(next));
    }
    expect([...reached], `${room} is reached from what it imports`).not.toContain(room);
  }
});
