// `npm run lab -- codenames`: draws boards as phones photograph them, finds and reads them, and writes how well into
// lab/results/codenames.md, by kind of trouble. The same seeds are the same boards.
//   -- --boards N   how many (210), from seed --from N (3000: nothing was tuned on these)
//   -- --find       only finds them, which takes a tenth of the time
//   -- --again      pairs of photos of one table in place of boards: N pairs (84)
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

const PAGE = new URL('../results/codenames.md', import.meta.url);
const KEYS = 70;
const COMMAND = 'npm run lab -- codenames';

const { values } = parseArgs({
  options: {
    boards: { type: 'string' },
    from: { type: 'string' },
    again: { type: 'boolean', default: false },
    browser: { type: 'boolean', default: false },
    find: { type: 'boolean', default: false },
    save: { type: 'string' },
  },
});
const from = Number(values.from ?? 3000);
const boards = Number(values.boards ?? (values.browser ? 14 : values.again ? 84 : 210));

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

async function tryKeys(): Promise<KeyResult[]> {
  const results: KeyResult[] = [];
  for (let seed = from; seed < from + KEYS; seed += 1) results.push(await tryKey(seed));
  return results;
}

if (values.save !== undefined) {
  for (let seed = from; seed < from + boards; seed += 1)
    writeFileSync(join(values.save, `board-${seed}.jpg`), (await boardPhoto(boardScene(seed))).jpeg);
} else if (values.again) {
  const report = againReportOf(await tryPairs(), { from, machine: machineName() });
  console.log(report);
  if (boards >= 84) writeFileSync(PAGE, withGenerated(readFileSync(PAGE, 'utf8'), `${COMMAND} --again`, report));
} else if (values.browser) {
  const report = await browserReport({ from, count: boards }, machineName());
  console.log(report);
  if (boards >= 14) writeFileSync(PAGE, withGenerated(readFileSync(PAGE, 'utf8'), `${COMMAND} --browser`, report));
} else {
  const results = await tryAll();
  const report = `${reportOf(results, { from, machine: machineName() })}\n\n${keyReportOf(await tryKeys())}`;
  console.log(report);
  // A part of the boards, or of the work, is for looking at alone.
  if (!values.find && boards >= 200) writeFileSync(PAGE, withGenerated(readFileSync(PAGE, 'utf8'), COMMAND, report));
}
