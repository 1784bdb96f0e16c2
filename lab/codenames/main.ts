// `npm run lab -- codenames`: draws boards as phones photograph them, finds and reads them, and writes how well into
// lab/results/codenames.md, by kind of trouble. The same seeds are the same boards.
//   -- --boards N   how many (210), from seed --from N (3000: nothing was tuned on these)
//   -- --find       only finds them, which takes a tenth of the time
//   -- --again      pairs of photos of one table in place of boards: N pairs (84)
//   -- --tables     N real tables (100), on which the board is only looked for
//   -- --cards      reads N boards (30) that are hard to read, and N with gaps between the cards, with corners set
//   -- --browser    reads N boards (14) in Chromium, at full speed and in a quarter of a core, with a build
//   -- --save DIR   writes the photos there
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withGenerated } from '../generatedSection.ts';
import { machineName } from '../machine.ts';
import { againReportOf, type AgainResult, tryAgain } from './again.ts';
import { type BoardResult, tryBoard } from './boards.ts';
import { browserReport } from './browser.ts';
import { boardPhoto } from './corpus/boardPhoto.ts';
import { boardScene } from './corpus/boardScene.ts';
import { startLineReader } from './lineReader.ts';
import { type KeyResult, tryKey } from './keys.ts';
import { keyReportOf, reportOf } from './report.ts';
import {
  type CardsResult,
  cardsReportOf,
  type TableResult,
  tablesReportOf,
  tryCards,
  tryGap,
  tryTable,
} from './tables.ts';

const PAGE = new URL('../results/codenames.md', import.meta.url);
const KEYS = 70;
const COMMAND = 'npm run lab -- codenames';

const { values } = parseArgs({
  options: {
    boards: { type: 'string' },
    from: { type: 'string' },
    again: { type: 'boolean', default: false },
    browser: { type: 'boolean', default: false },
    cards: { type: 'boolean', default: false },
    tables: { type: 'boolean', default: false },
    find: { type: 'boolean', default: false },
    save: { type: 'string' },
  },
});
const from = Number(values.from ?? 3000);
const boards = Number(values.boards ?? usualCount());

function usualCount(): number {
  if (values.browser) return 14;
  if (values.cards) return 30;
  if (values.again) return 84;
  return values.tables ? 100 : 210;
}

async function tryAll(): Promise<BoardResult[]> {
  const reader = values.find ? undefined : await startLineReader();
  const results: BoardResult[] = [];
  for (let seed = from; seed < from + boards; seed += 1) {
    const result = await tryBoard(seed, reader);
    results.push(result);
    const read = reader ? `, ${result.right} of ${result.words} words, ${result.wrongAndSure} wrong and sure` : '';
    console.log(`${result.isFound ? '✓' : '✗'} board ${seed}, ${result.trouble}${result.isFound ? read : ''}`);
  }
  await reader?.stop();
  return results;
}

async function tryPairs(): Promise<AgainResult[]> {
  const results: AgainResult[] = [];
  for (let seed = from; seed < from + boards; seed += 1) {
    const result = await tryAgain(seed);
    results.push(result);
    console.log(
      `${result.isRead ? '✓' : '✗'} pair ${seed}, ${result.trouble}, ${result.right} of ${result.covered} covers, ${result.wrongAndSure} wrong and sure`,
    );
  }
  return results;
}

async function tryTables(): Promise<TableResult[]> {
  const results: TableResult[] = [];
  for (let seed = from; seed < from + boards; seed += 1) {
    const result = await tryTable(seed);
    results.push(result);
    console.log(`${result.result === 'found' ? '✓' : '✗'} table ${seed}, ${result.trouble}: ${result.result}`);
  }
  return results;
}

async function tryAllCards(): Promise<CardsResult[]> {
  const reader = await startLineReader();
  const results: CardsResult[] = [];
  for (let seed = from; seed < from + boards; seed += 1)
    for (const read of [tryCards, tryGap]) {
      const result = await read(seed, reader);
      results.push(result);
      console.log(`board ${seed}, ${result.kind}: ${result.right} right, ${result.wrongAndSure} wrong and sure`);
    }
  await reader.stop();
  return results;
}

function report(text: string, { of: option, isWhole }: { of: string; isWhole: boolean }): void {
  console.log(text);
  // A part of the boards, or of the work, is for looking at alone.
  if (isWhole) writeFileSync(PAGE, withGenerated(readFileSync(PAGE, 'utf8'), `${COMMAND}${option}`, text));
}

async function tryKeys(): Promise<KeyResult[]> {
  const results: KeyResult[] = [];
  for (let seed = from; seed < from + KEYS; seed += 1) results.push(await tryKey(seed));
  return results;
}

if (values.save !== undefined) {
  for (let seed = from; seed < from + boards; seed += 1)
    writeFileSync(join(values.save, `board-${seed}.jpg`), (await boardPhoto(boardScene(seed))).jpeg);
} else if (values.again) {
  report(againReportOf(await tryPairs(), { from, machine: machineName() }), { of: ' --again', isWhole: boards >= 84 });
} else if (values.tables) {
  const tables = tablesReportOf(await tryTables(), { from, machine: machineName() });
  report(tables, { of: ' --tables', isWhole: boards >= 100 });
} else if (values.cards) {
  const cards = cardsReportOf(await tryAllCards(), { from, machine: machineName() });
  report(cards, { of: ' --cards', isWhole: boards >= 30 });
} else if (values.browser) {
  const browser = await browserReport({ from, count: boards }, machineName());
  report(browser, { of: ' --browser', isWhole: boards >= 14 });
} else {
  const results = await tryAll();
  const all = `${reportOf(results, { from, machine: machineName() })}\n\n${keyReportOf(await tryKeys())}`;
  report(all, { of: '', isWhole: !values.find && boards >= 200 });
}
