import { expect, test } from 'vitest';
import { CANDIDATES } from '#lab/without/candidates.ts';
import { filesOf, ofTheDay, withoutEntries, withoutLines } from '#lab/without/deletion.ts';
import { danglingImports, deletionOf, trackedFiles } from '#lab/without/workplace.ts';

// The rules by which `npm run lab -- without` deletes a subject and counts the lines that name it elsewhere.

test('a subject is what lies in folders and files of its name', () => {
  const own = [
    'server/guests/index.ts',
    'src/admin/guests/WaitingScreen.tsx',
    'src/admin/api/guests.ts',
    'src/routes/admin/guests.tsx',
    'src/routes/admin/guests.$id.tsx',
    'tests/guests/server/guests.test.ts',
    'tests/worker/guests/send.test.ts',
    'lab/guests/main.ts',
  ];
  const others = [
    'server/subjects.ts',
    'server/core/guests.ts',
    'src/admin/home/guests.ts',
    'src/shared/uploads/guests/send.ts',
    'tests/shares/server/guests.test.ts',
    'tests/support/server/guests.ts',
    'docs/guests/index.md',
  ];
  expect(filesOf({ name: 'guests' }, [...own, ...others])).toEqual(own);
});

test('what is kept stays, what has another name goes, and a part alone can be a subject', () => {
  const tracked = ['src/admin/home/a.ts', 'src/wall/home/b.ts', 'src/wall/homes/c.ts', 'src/routes/start.tsx'];
  const home = { name: 'home', keeps: ['src/wall/home'], also: ['src/routes/start.tsx'] };
  expect(filesOf(home, tracked)).toEqual(['src/admin/home/a.ts', 'src/routes/start.tsx']);
  expect(filesOf({ name: 'home', only: ['src/wall/home/'] }, tracked)).toEqual(['src/wall/home/b.ts']);
});

test('a list loses the import and the entry, and each line of them is counted', () => {
  const list = [
    "import { guests } from './guests/index.ts';",
    "import { guests as others } from './others/index.ts';",
    "import { https } from './https/index.ts';",
    'export const SUBJECTS = [',
    '  https,',
    '  guests,',
    '  others,',
    '];',
  ];
  const { text, removed } = withoutEntries(list.join('\n'), (specifier) => specifier === './guests/index.ts');
  expect(text.split('\n')).toEqual(list.filter((line) => line !== list[0] && line !== '  guests,'));
  expect(removed).toBe(2);
});

test('an entry may stand behind a key, or be several', () => {
  const list = ["import { guests } from './guests/index.ts';", '  ...guests,', '  guests: guests,', '  noguests,'];
  expect(withoutEntries(list.join('\n'), () => true)).toEqual({ text: '  noguests,', removed: 3 });
});

test('an entry may name a program of the laboratory by its path', () => {
  const list = ["  clips: { file: 'lab/clips/main.ts' },", "  walls: { file: 'lab/walls/main.ts' },"];
  const { text } = withoutEntries(list.join('\n'), (specifier) => specifier === '#lab/clips/main.ts');
  expect(text).toBe(list[1]);
});

test('declared lines are removed wherever they stand, counted each time, and must stand somewhere', () => {
  expect(withoutLines('a\n  b,\nc\nb,', ['b,'])).toEqual({ text: 'a\nc', removed: 2 });
  expect(() => withoutLines('a\nbc', ['b'])).toThrow('“b”');
});

test('every subject has its day within a month, and the next day has others', () => {
  const all = Array.from({ length: 24 }, (_, index) => index);
  const days = Array.from({ length: 8 }, (_, day) => ofTheDay(all, 3, day + 1));
  expect(days.flat().sort((a, b) => a - b)).toEqual(all);
  expect(ofTheDay(all, 3, 9)).toEqual([0, 1, 2]);
  expect(ofTheDay([1, 2], 3, 31)).toHaveLength(2);
});

const tracked = trackedFiles();

test('each candidate has files, and its declared lines stand where it says', () => {
  for (const candidate of CANDIDATES)
    expect(deletionOf([candidate], tracked).deleted.size, candidate.name).toBeGreaterThan(0);
});

test.for(CANDIDATES)('nothing imports $name', (candidate) => {
  expect(danglingImports(deletionOf([candidate], tracked), tracked)).toEqual([]);
});

test('several are deleted together, each with its lines', () => {
  const [guests, table] = CANDIDATES.filter(({ name }) => name === 'guests' || name === 'table');
  if (!guests || !table) throw new Error('The candidates have other names');
  const [one, other, both] = [[guests], [table], [guests, table]].map((each) => deletionOf(each, tracked));
  expect(both?.deleted).toEqual(new Set([...(one?.deleted ?? []), ...(other?.deleted ?? [])]));
  expect(both?.inLists).toBe((one?.inLists ?? 0) + (other?.inLists ?? 0));
});

test('a mandatory subject is imported: the search for imports finds them', () => {
  expect(danglingImports(deletionOf([{ name: 'photos' }], tracked), tracked)).toContainEqual(
    expect.stringContaining('server/photos/index.ts'),
  );
});
