/** Which parts of the repository may import which others; checked by importDoors.ts. */

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

/**
 * The folders of the server from bottom to top, in the order of server/subjects.ts: each may import those before it. A
 * new one gets its place here. The files beside these folders put the server together: they may import all, and no subject imports them.
 */
export const SUBJECTS = [
  'core',
  'https',
  'users',
  'keys',
  'signIn',
  'apple',
  'passkeys',
  'invitations',
  'setUp',
  'photos',
  'peers',
  'backups',
  'library',
  'shares',
  'tablets',
  'guests',
  'sources',
  'nodes',
  'mqtt',
  'readiness',
  'alerts',
  'home',
  'metrics',
  'audit',
  'update',
  'table',
  'oldTablets',
  'cli',
];

/** The subjects of which others may import the index.ts only. */
const ONLY_INDEX: ReadonlySet<string> = new Set<string>();

/** Imports upwards that are not gone yet. A new one has no place here: what two subjects need belongs to the lower one. */
export const NOT_YET: Record<string, readonly string[]> = {
  'server/cli/commandLine.ts': ['server/openLibrary.ts', 'server/subjects.ts'],
  'server/core/access/credentials.ts': [
    'server/keys/keyRepository.ts',
    'server/signIn/sessionRepository.ts',
    'server/users/userRepository.ts',
  ],
  'server/guests/watchedGuests.ts': ['server/alerts/alertRepository.ts', 'server/alerts/keepWatch.ts'],
  'server/nodes/watchedNodes.ts': ['server/alerts/alertRepository.ts', 'server/alerts/keepWatch.ts'],
  'server/readiness/readinessRoutes.ts': ['server/update/updateOffer.ts'],
  'server/tablets/watchedTablets.ts': ['server/alerts/alertRepository.ts', 'server/alerts/keepWatch.ts'],
  'server/users/index.ts': [
    'server/alerts/alertRepository.ts',
    'server/keys/tabletKeyQueries.ts',
    'server/signIn/signIn.ts',
  ],
};

/** The folder of the server that a file is in; undefined for the files beside the folders, and outside of the server. */
function subjectOf(file: string): string | undefined {
  const [top, subject, below] = file.split('/');
  return top === 'server' && below !== undefined ? subject : undefined;
}

function subjectProblem(file: string, target: string, onlyIndex: ReadonlySet<string>): string | undefined {
  const [subject, other] = [subjectOf(file), subjectOf(target)];
  if (subject === undefined || subject === other || !fits(target, 'server')) return undefined;
  if (!SUBJECTS.includes(subject)) return `Give server/${subject} its place in SUBJECTS in scripts/lint/houseDoors.ts.`;
  const notYet = Object.entries(NOT_YET).some(
    ([from, targets]) => fits(file, from) && targets.some((place) => fits(target, place)),
  );
  if (notYet) return undefined;
  if (other === undefined) return `${target} puts the server together: no subject imports it.`;
  if (SUBJECTS.indexOf(other) > SUBJECTS.indexOf(subject)) return `server/${other} is above server/${subject}.`;
  if (onlyIndex.has(other) && target !== `server/${other}/index.ts`)
    return `Others import server/${other}/index.ts only, not ${target}.`;
  return undefined;
}

/** Why `file` may not import `target`, both from the root of the repository; undefined if it may. */
export function placeProblem(file: string, target: string, onlyIndex = ONLY_INDEX): string | undefined {
  const place = Object.keys(SEES)
    .filter((each) => fits(file, each))
    .sort((one, other) => other.length - one.length)[0];
  if (place === undefined) return `No rule says what ${file} may import: add its folder to scripts/lint/houseDoors.ts.`;
  const sees = SEES[place] ?? [];
  if (![place, ...sees].some((each) => fits(target, each)))
    return `${place} may import ${sees.length === 0 ? 'nothing of ours' : sees.join(', ')}, not ${target}.`;
  return subjectProblem(file, target, onlyIndex);
}
