import type { BoardResult } from './boards.ts';
import { KEY_TROUBLES } from './corpus/keyPhoto.ts';
import type { KeyResult } from './keys.ts';
import { TROUBLES } from './corpus/boardScene.ts';

/** The table of one run, in Markdown. */
export function reportOf(
  results: readonly BoardResult[],
  { from, machine }: { from: number; machine: string },
): string {
  const rows = TROUBLES.map((trouble) =>
    row(
      trouble,
      results.filter((result) => result.trouble === trouble),
    ),
  );
  return [
    '| trouble | boards found | median of 25 words right | words right | right and sure | wrong and sure |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
    row('**all**', results),
    '',
    `Seeds ${from} to ${from + results.length - 1}, on which nothing was tuned. Median to find a board ${median(results.map(({ findMs }) => findMs)).toFixed(0)} ms, to read one ${(median(found(results).map(({ readMs }) => readMs)) / 1000).toFixed(1)} s, on a machine that does other things as well: ${machine}.`,
  ].join('\n');
}

function found(results: readonly BoardResult[]): BoardResult[] {
  return results.filter(({ isFound }) => isFound);
}

function row(name: string, results: readonly BoardResult[]): string {
  const read = found(results);
  const sum = (of: (result: BoardResult) => number) => read.reduce((total, result) => total + of(result), 0);
  const words = sum((result) => result.words);
  const of25 = median(read.map(({ right, words: all }) => (right / all) * 25));
  const share = (count: number) => (words === 0 ? '–' : `${((100 * count) / words).toFixed(1)} %`);
  return `| ${name} | ${read.length} of ${results.length} | ${of25.toFixed(1)} | ${share(sum(({ right }) => right))} | ${share(sum(({ rightAndSure }) => rightAndSure))} | ${sum(({ wrongAndSure }) => wrongAndSure)} of ${words} |`;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}

/** The same for key cards: all 25 squares, and the team that starts. */
export function keyReportOf(results: readonly KeyResult[]): string {
  return [
    '| key cards | found | wholly right | squares wrong and sure |',
    '| --- | ---: | ---: | ---: |',
    ...KEY_TROUBLES.map((trouble) =>
      keyRow(
        trouble,
        results.filter((result) => result.trouble === trouble),
      ),
    ),
    keyRow('**all**', results),
  ].join('\n');
}

function keyRow(name: string, keys: readonly KeyResult[]): string {
  const right = keys.filter(({ isRight, startsRight }) => isRight && startsRight).length;
  const wrong = keys.reduce((sum, { wrongAndSure }) => sum + wrongAndSure, 0);
  return `| ${name} | ${keys.filter(({ isFound }) => isFound).length} of ${keys.length} | ${right} | ${wrong} |`;
}

/** The result of all boards at one speed. */
export interface BrowserRun {
  /** The same sums in a page and in a worker: the control of the speed. */
  sumsMs: { page: number; worker: number };
  /** From the first press to the words, with the download from this machine. */
  firstMs: number;
  /** The same on a page that was opened anew without a network: the reader starts from what is stored. */
  storedMs: number;
  /** The same on the boards after it. */
  laterMs: number[];
  /** Words of each board that were read right, by 25. */
  right: number[];
  readerRequestsBefore: number;
  fetchedBytes: number;
}

export interface Boards {
  from: number;
  count: number;
}

/** The table of the runs in a browser. */
export function browserReportOf(
  { full, slow }: Record<'full' | 'slow', BrowserRun>,
  { from, count, machine }: Boards & { machine: string },
): string {
  const later = ({ laterMs }: BrowserRun) => `${seconds(median(laterMs))} (${seconds(Math.max(...laterMs))})`;
  const slower = (where: 'page' | 'worker') => (run: BrowserRun) =>
    `${(run.sumsMs[where] / full.sumsMs[where]).toFixed(1)}×`;
  const line = (name: string, of: (run: BrowserRun) => string) => `| ${name} | ${of(full)} | ${of(slow)} |`;
  return [
    '| from the press to the words | full speed | a quarter of a core |',
    '| --- | ---: | ---: |',
    line(`later boards, without a network: median of ${count} (slowest)`, later),
    line('a page opened anew, without a network', ({ storedMs }) => seconds(storedMs)),
    line('the first press ever, with the download from this machine', ({ firstMs }) => seconds(firstMs)),
    line('words right, of 25, median', ({ right }) => median(right).toFixed(1)),
    line('control: sums in a page take', slower('page')),
    line('control: sums in a worker take', slower('worker')),
    line('fetched after the press', ({ fetchedBytes }) => `${(fetchedBytes / 1e6).toFixed(2)} MB`),
    line('requests for the reader before it', ({ readerRequestsBefore }) => String(readerRequestsBefore)),
    '',
    `Boards from seed ${from} on, each found without a touch. On ${machine}.`,
  ].join('\n');
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
