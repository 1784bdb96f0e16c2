import { matchesGlob } from 'node:path';
import type { Group } from './groups.ts';

/** The part of Stryker's JSON report that is read here. */
export interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}

interface Mutant {
  status: string;
  replacement?: string;
  location: { start: Place; end: Place };
}

interface Place {
  line: number;
  column: number;
}

/** A mutant that no test noticed, described so that it is found again when lines above it change. */
export interface Survivor {
  file: string;
  /** The source line it begins on. */
  code: string;
  /** The replaced code and its replacement. */
  mutant: string;
}

export interface FoundSurvivor extends Survivor {
  line: number;
}

export interface Score {
  noticed: number;
  survived: number;
  /** Survivors that no test even reaches. */
  unreached: number;
  percent: number;
}

const NOTICED = ['Killed', 'Timeout'];
const UNNOTICED = ['Survived', 'NoCoverage'];

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function sourceBetween(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return squeezed(lines.join(' '));
}

export function survivorsOf({ files }: Report): FoundSurvivor[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => UNNOTICED.includes(status))
      .map(({ location, replacement = '' }) => {
        const { line } = location.start;
        const code = squeezed(source.split('\n')[line - 1] ?? '');
        return { file, line, code, mutant: `${sourceBetween(source, location)} → ${squeezed(replacement)}` };
      }),
  );
}

/** Mutants that end in an error of their own (a module that does not load) say nothing and are not counted. */
export function scoreOf(report: Report, { files }: Pick<Group, 'files'>): Score {
  const statuses = Object.entries(report.files)
    .filter(([file]) => files.some((glob) => matchesGlob(file, glob)))
    .flatMap(([, { mutants }]) => mutants.map(({ status }) => status));
  const count = (wanted: string[]) => statuses.filter((status) => wanted.includes(status)).length;
  const noticed = count(NOTICED);
  const survived = count(UNNOTICED);
  const percent = noticed + survived === 0 ? 100 : (noticed / (noticed + survived)) * 100;
  return { noticed, survived, unreached: count(['NoCoverage']), percent };
}

function keyOf({ file, code, mutant }: Survivor): string {
  return JSON.stringify([file, code, mutant]);
}

/** The items of one list that are not in the other; of several equal ones each counts. */
function without<One extends Survivor>(survivors: readonly One[], others: readonly Survivor[]): One[] {
  const left = others.map(keyOf);
  return survivors.filter((survivor) => {
    const at = left.indexOf(keyOf(survivor));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Survivors that the list does not name, and those that it names although they do not survive. */
export function differenceOf(found: readonly FoundSurvivor[], listed: readonly Survivor[]) {
  return { unlisted: without(found, listed), gone: without(listed, found) };
}
