/** Which parts of the repository may import which others; checked by importDoors.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Whether a file belongs to a place: a folder, a file, or a beginning and an ending such as `server/*Repository.ts`. */
export function fits(file: string, place: string): boolean {
  const [start = '', end] = place.split('*');
  if (end !== undefined) return file.startsWith(start) && file.endsWith(end);
  return file === place || file.startsWith(`${place}/`);
}

const RULES = ['src/contract', 'src/domain'];
const BELOW_ALL = [...RULES, 'src/environment.ts'];
const BELOW_APPS = [...BELOW_ALL, 'src/shared'];

/**
 * The places that the files of each place may import, in addition to its own. The longest place that a file belongs to
 * counts. The apps are not in each other's rows: what two of them need is in src/shared.
 */
export const SEES: Record<string, readonly string[]> = {
  'src/contract': [],
  'src/domain': ['src/contract'],
  'src/environment.ts': ['src/contract'],
  'src/shared': BELOW_ALL,
  'src/wall': BELOW_APPS,
  'src/admin': BELOW_APPS,
  'src/table': BELOW_APPS,
  'src/visit': BELOW_APPS,
  // The first frame shows the wall's clock before the app is there; the build puts the wall's home into the page.
  'src/boot': [...BELOW_APPS, 'src/wall/clock/paintClock.ts'],
  'src/boot/firstFrame/markup.tsx': ['src/shared/ui', 'src/wall/home/HomeView.tsx'],
  // Built apart from the app, for tablets that cannot run it.
  'src/oldTablets': [...BELOW_ALL, 'src/wall/clock/clockDigits.ts'],
  'src/routes': ['src'],
  'src/router.ts': ['src'],
  'src/main.tsx': ['src'],
  sw: RULES,
  server: RULES,
  scripts: ['src', 'sw', 'server'],
};

function subjectsIn(list: string): string[] {
  const [, names = ''] = /SUBJECTS[^=]*=\s*\[([^\]]*)\]/.exec(list) ?? [];
  return names.match(/\w+/g) ?? [];
}

/** The folders of the server from bottom to top: the core, then the subjects in the order of their list. */
export const SUBJECTS = ['core', ...subjectsIn(readFileSync(join(ROOT, 'server/subjects.ts'), 'utf8'))];

/**
 * The folder of the server that a file is in; undefined outside of the server, and for the files that put it together:
 * those beside the folders, and the command line.
 */
function subjectOf(file: string): string | undefined {
  const [top, subject, below] = file.split('/');
  return top === 'server' && below !== undefined && subject !== 'cli' ? subject : undefined;
}

function subjectProblem(file: string, target: string): string | undefined {
  const [subject, other] = [subjectOf(file), subjectOf(target)];
  if (subject === undefined || subject === other || !fits(target, 'server')) return undefined;
  if (!SUBJECTS.includes(subject)) return `List ${subject} in server/subjects.ts.`;
  if (other === undefined) return `${target} puts the server together: no subject imports it.`;
  if (SUBJECTS.indexOf(other) > SUBJECTS.indexOf(subject)) return `server/${other} is above server/${subject}.`;
  return undefined;
}

/** Why `file` may not import `target`, both from the root of the repository; undefined if it may. */
export function placeProblem(file: string, target: string): string | undefined {
  const place = Object.keys(SEES)
    .filter((each) => fits(file, each))
    .sort((one, other) => other.length - one.length)[0];
  if (place === undefined) return `No rule says what ${file} may import: add its folder to scripts/lint/houseDoors.ts.`;
  const sees = SEES[place] ?? [];
  if (![place, ...sees].some((each) => fits(target, each)))
    return `${place} may import ${sees.length === 0 ? 'nothing of ours' : sees.join(', ')}, not ${target}.`;
  return subjectProblem(file, target);
}
