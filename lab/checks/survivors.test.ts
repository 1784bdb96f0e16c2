import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { GROUPS } from '../mutants/groups.ts';
import { differenceOf, type FoundSurvivor, scoreOf, type Survivor, survivorsOf } from '../mutants/report.ts';

const LIST = 'lab/mutants/survivors.json';
const listed: (Survivor & { reason: string })[] = JSON.parse(readFileSync(LIST, 'utf8'));

/** A glob for each of the names between its braces. */
function spelledOut(glob: string): string[] {
  const [braces, names] = /\{([^}]+)\}/.exec(glob) ?? [];
  if (braces === undefined || names === undefined) return [glob];
  return names.split(',').flatMap((name) => spelledOut(glob.replace(braces, name)));
}

test('the groups of rules name files that are there', () => {
  const globs = GROUPS.flatMap(({ files }) => files.flatMap(spelledOut));
  expect(globs.filter((glob) => globSync(glob).length === 0)).toEqual([]);
});

describe('the list of mutants that may survive', () => {
  test('names files that are there', () => {
    expect(listed.map(({ file }) => file).filter((file) => !existsSync(file))).toEqual([]);
  });

  test('gives a reason for each', () => {
    expect(listed.filter(({ reason }) => reason.length < 20)).toEqual([]);
  });

  test('speaks of lines that are there: `npm run lab -- mutants` has to be run again after a change to one of them', () => {
    const gone = listed.filter(({ file, code }) => {
      const lines = readFileSync(file, 'utf8').split('\n');
      return !lines.some((line) => line.replace(/\s+/g, ' ').trim() === code);
    });
    expect(gone).toEqual([]);
  });
});

describe("the report of a run's mutants", () => {
  const source = 'function isOld(age: number) {\n  return age > 7;\n}\n';
  const at = { start: { line: 2, column: 10 }, end: { line: 2, column: 17 } };
  const report = {
    files: {
      'src/domain/age.ts': {
        source,
        mutants: [
          { status: 'Killed', replacement: 'true', location: at },
          { status: 'Timeout', replacement: 'false', location: at },
          { status: 'Survived', replacement: 'age >= 7', location: at },
          { status: 'RuntimeError', replacement: '', location: at },
        ],
      },
      'sw/age.ts': {
        source,
        mutants: [
          {
            status: 'NoCoverage',
            replacement: '{}',
            location: { start: { line: 1, column: 29 }, end: { line: 3, column: 2 } },
          },
        ],
      },
    },
  };
  const edge: FoundSurvivor = {
    file: 'src/domain/age.ts',
    line: 2,
    code: 'return age > 7;',
    mutant: 'age > 7 → age >= 7',
  };

  test('names each that survived by its line and its change', () => {
    expect(survivorsOf(report)).toEqual([
      edge,
      {
        file: 'sw/age.ts',
        line: 1,
        code: 'function isOld(age: number) {',
        mutant: '{ return age > 7; } → {}',
      },
    ]);
  });

  test('counts those that no test reaches, and not those that ended in an error of their own', () => {
    expect(scoreOf(report, { files: ['src/domain/**/*.ts'] })).toMatchObject({ noticed: 2, survived: 1, unreached: 0 });
    expect(scoreOf(report, { files: ['sw/*.ts'] })).toEqual({ noticed: 0, survived: 1, unreached: 1, percent: 0 });
    expect(scoreOf(report, { files: ['{src,sw}/**/*.ts'] }).percent).toBe(50);
  });

  test('tells what the list lacks and what it has too much, one by one', () => {
    const { line: _line, ...known } = edge;
    expect(differenceOf([edge], [known])).toEqual({ unlisted: [], gone: [] });
    expect(differenceOf([edge, edge], [known])).toEqual({ unlisted: [edge], gone: [] });
    expect(differenceOf([], [known])).toEqual({ unlisted: [], gone: [known] });
    expect(differenceOf([edge], [{ ...known, code: 'return age > 8;' }])).toMatchObject({ unlisted: [edge] });
  });
});
