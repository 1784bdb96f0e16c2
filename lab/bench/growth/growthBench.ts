import { rm } from 'node:fs/promises';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bars } from '../history.ts';
import type { Bench, Goal, Row } from '../measuring/bench.ts';
import { type FileFigures, measureFiles } from './fileFigures.ts';
import { addFiles, growLibrary, type GrownLibrary } from './grownLibrary.ts';
import { type LibraryFigures, measureLibrary } from './libraryFigures.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** A million photos are four million files and folders, and as many again in each backup. */
const SIZES_WITH_FILES = [1_000, 10_000];

interface Measured<Figures> {
  photos: number;
  figures: Figures;
}

/** Libraries from a thousand photos to a million, and the growth of their costs. */
export const growthBench: Bench = {
  id: 'million',
  isLong: true,
  run: async () => {
    const libraries = await measureEach(SIZES, measureLibrary);
    const withFiles = await measureEach(SIZES_WITH_FILES, async (library) => {
      await addFiles(library);
      return measureFiles(library);
    });
    return [...libraryRows(libraries), ...fileRows(withFiles)];
  },
};

async function measureEach<Figures>(
  sizes: readonly number[],
  measure: (library: GrownLibrary) => Promise<Figures>,
): Promise<Measured<Figures>[]> {
  const measured: Measured<Figures>[] = [];
  for (const photos of sizes) {
    const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-bench-'));
    try {
      const library = await growLibrary(join(folder, 'data'), photos);
      measured.push({ photos, figures: await measure(library) });
      console.log(photos, measured.at(-1)?.figures);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return measured;
}

function libraryRows(libraries: readonly Measured<LibraryFigures>[]): Row[] {
  const inMs = (name: string, key: keyof LibraryFigures, atMost: number) => {
    const goal: Goal = { kind: 'at most', value: atMost, unit: 'ms' };
    return rowOf({ name, against: 'the clock, over HTTP', goal }, libraries, key);
  };
  const last = libraries.at(-1)!.figures;
  const memory: Goal = { kind: 'at most', value: 400, unit: 'MB' };
  return [
    {
      ...inMs(`${SIZES.at(-1)!.toLocaleString('en')} photos: start of the server`, 'startMs', 2_000),
      against: 'the clock',
    },
    inMs('album tree of 10,000 albums, the first after a start', 'firstTreeMs', 100),
    inMs('album tree after a photo was added to one album', 'treeMs', 100),
    {
      ...inMs(
        'list of an album with a tenth of all photos, after one was added to another album',
        'longListAgainMs',
        0,
      ),
      against: 'the first list of it',
      ratio: last.longListAgainMs / last.longListMs,
      goal: { kind: 'at most', value: 0.1, unit: '×' },
    },
    inMs('months of an album with a tenth of all photos, after one was added to it', 'monthsMs', 20),
    rowOf({ name: 'memory at most meanwhile', against: 'all of its processes', goal: memory }, libraries, 'megabytes'),
  ];
}

function fileRows(libraries: readonly Measured<FileFigures>[]): Row[] {
  const largest = SIZES_WITH_FILES.at(-1)!.toLocaleString('en');
  return [
    rowOf(
      {
        name: `${largest} photos: backup of one new photo, by the command`,
        against: 'the clock',
        goal: { kind: 'at most', value: 2_000, unit: 'ms' },
      },
      libraries,
      'backupMs',
    ),
    rowOf(
      {
        name: `${largest} photos: verify`,
        against: 'sha256sum over the same files',
        goal: { kind: 'at least', value: 0.8, unit: '×' },
      },
      libraries,
      'verifyRatio',
    ),
  ];
}

/** The largest library against the goal, with a picture of the figure's growth over all sizes. */
function rowOf<Figures extends Record<Key, number>, Key extends string>(
  { name, against, goal }: { name: string; against: string; goal: Goal },
  measured: readonly Measured<Figures>[],
  key: Key,
): Row {
  const values = measured.map(({ figures }) => figures[key]);
  const texts = measured.map(({ photos }, index) => [photos.toLocaleString('en'), textOf(values[index]!, goal.unit)]);
  const figures: Record<string, string> = { ...Object.fromEntries(texts), growing: bars(values, 0) };
  return { name, against, goal: { ...goal, measured: values.at(-1)! }, figures };
}

function textOf(value: number, unit: string): string {
  return `${value.toFixed(unit === '×' ? 2 : value < 10 ? 1 : 0)} ${unit}`;
}
