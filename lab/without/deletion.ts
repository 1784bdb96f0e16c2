import { posix } from 'node:path';

/** A subject of the house: whatever lies in files and folders of this name can be deleted. */
export interface Candidate {
  name: string;
  /** Files and folders of the subject that have another name. Each counts as a line. */
  also?: readonly string[];
  /** Files and folders of this name that are another subject's. */
  keeps?: readonly string[];
  /** These files and folders are all there is to delete: the rest of this name stays. */
  only?: readonly string[];
  /** Lines of other files that name the subject, as they stand there without what indents them. Each counts. */
  edits?: Readonly<Record<string, readonly string[]>>;
}

/** The files that list subjects: an import and an entry of each. The lines that leave them do not count. */
export const LIST_FILES: readonly string[] = [
  'server/subjects.ts',
  'src/admin/subjects.ts',
  'src/shared/preparations.ts',
  'src/visit/links.ts',
  'src/visit/signInWays.ts',
  'src/visit/visitorParts.ts',
  'src/wall/corners.ts',
  'src/wall/covers.ts',
  'src/wall/news.ts',
  'src/wall/otherFiles.ts',
  'src/wall/slideLayers.ts',
  'sw/otherFiles.ts',
  'lab/main.ts',
  'lab/bench/main.ts',
  'lab/engines/journeys.ts',
  'lab/faults/faults.ts',
  'lab/walls/subjects.ts',
  'lab/walls/real/layers.ts',
];

/** The lines that a subject may have outside its own folders and the lists. */
export const GOAL = 3;

const APPS = ['contract', 'domain', 'admin', 'wall', 'visit', 'table', 'shared'];

/** Whether a tracked file belongs to the subject by its name: a folder of a part of the house, a call's file, a route. */
function isNamedAfter(file: string, name: string): boolean {
  const [top = '', second = '', third = ''] = file.split('/');
  if (top === 'server' || top === 'tests' || top === 'lab') {
    if (second === name && third !== '') return true;
    return top === 'tests' && second === 'worker' && third === name;
  }
  if (top === 'sw') return second === name && third !== '';
  if (top !== 'src') return false;
  if (second === name && third !== '') return true;
  if (second === 'routes')
    return file
      .split('/')
      .slice(2)
      .some((part) => stem(part) === name);
  if (!APPS.includes(second)) return false;
  return third === name || (third === 'api' && stem(posix.basename(file)) === name);
}

/** The name of a file or of a route's part, up to its first dot. */
function stem(part: string): string {
  return part.split('.')[0] ?? part;
}

function isWithin(file: string, places: readonly string[]): boolean {
  return places.some((place) => file === place || file.startsWith(`${place.replace(/\/$/, '')}/`));
}

/** The tracked files that go with a subject. */
export function filesOf({ name, also = [], keeps = [], only }: Candidate, tracked: readonly string[]): string[] {
  if (only) return tracked.filter((file) => isWithin(file, only));
  return tracked.filter((file) => isWithin(file, also) || (isNamedAfter(file, name) && !isWithin(file, keeps)));
}

export interface Cut {
  text: string;
  removed: number;
}

const IMPORT = /^import (?:type )?(.+) from '([^']+)';$/;
/** An entry that names a program of the laboratory by its path. */
const PROGRAM = /'(lab\/[^']+\.ts)'/;

function namesIn(clause: string): string[] {
  const names = clause.replace(/[{}]/g, '').split(',');
  return names
    .map(
      (name) =>
        name
          .trim()
          .replace(/^type /, '')
          .split(' as ')
          .at(-1) ?? '',
    )
    .filter((name) => name !== '');
}

/** Takes out of a list what imports from the deleted files, and the entries that these imports gave. */
export function withoutEntries(text: string, isDeleted: (specifier: string) => boolean): Cut {
  const lines = text.split('\n');
  const gone = new Set<string>();
  let kept = lines.filter((line) => {
    const [, program] = PROGRAM.exec(line) ?? [];
    if (program !== undefined && isDeleted(`#${program}`)) return false;
    const [, clause = '', specifier = ''] = IMPORT.exec(line) ?? [];
    if (specifier === '' || !isDeleted(specifier)) return true;
    for (const name of namesIn(clause)) gone.add(name);
    return false;
  });
  // An entry is the name alone, or stands behind a key or three dots.
  kept = kept.filter(
    (line) =>
      !gone.has(
        line
          .trim()
          .replace(/,$/, '')
          .replace(/^(?:\w+: |\.{3})/, ''),
      ),
  );
  return { text: kept.join('\n'), removed: lines.length - kept.length };
}

/** Takes out the declared lines, each of which must stand there, and be removed wherever it does. */
export function withoutLines(text: string, declared: readonly string[]): Cut {
  const lines = text.split('\n');
  for (const line of declared)
    if (!lines.some((each) => each.trim() === line)) throw new Error(`There is no line “${line}”`);
  const kept = lines.filter((line) => !declared.includes(line.trim()));
  return { text: kept.join('\n'), removed: lines.length - kept.length };
}

/** A few of all, others on the next day, so that each has its turn within a month. */
export function ofTheDay<Item>(all: readonly Item[], count: number, dayOfMonth: number): Item[] {
  const first = (dayOfMonth - 1) * count;
  const chosen = Array.from({ length: Math.min(count, all.length) }, (_, index) => all[(first + index) % all.length]);
  return chosen.filter((item) => item !== undefined);
}
