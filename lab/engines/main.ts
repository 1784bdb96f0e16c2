// `npm run lab -- engines`: the kiosk and Codenames, built and served for real, in browsers of other families than Chromium:
// WebKit, which every browser on an iPad is, and Firefox. Not a part of `npm test`. Exit code 1 when anything did not hold.
//   -- --engine webkit     one of the engines
//   -- --only ID,ID        some of the journeys
//   -- --report            tries nothing and only writes the table of lab/results/engines.md anew
//   -- --pictures FOLDER   a picture of the screen at the end of each journey
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withGenerated } from '../generatedSection.ts';
import { machineName } from '../machine.ts';
import type { EngineBrowser } from './engineBrowser.ts';
import { startFirefox } from './firefox.ts';
import { type EngineId, troubleWith } from './install.ts';
import type { Journey } from './journey.ts';
import { JOURNEYS } from './journeys.ts';
import { type EngineResults, type Passage, REPORT_COMMAND, reportOf, type Results } from './report.ts';
import { Screen } from './screen.ts';
import { startWebKit } from './webKit.ts';
import { makeWorld } from './world.ts';

const RESULTS = new URL('../results/engines.json', import.meta.url);
const PAGE = new URL('../results/engines.md', import.meta.url);
const ENGINES: Record<EngineId, () => Promise<EngineBrowser>> = { webkit: startWebKit, firefox: startFirefox };

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    only: { type: 'string' },
    report: { type: 'boolean' },
    pictures: { type: 'string' },
  },
});

function readResults(): Results {
  return existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : { machine: '', engines: {} };
}

/** Journeys that are not run this time keep their last result. */
function keep(engine: EngineId, results: EngineResults): void {
  const { engines } = readResults();
  const passages = { ...engines[engine]?.passages, ...results.passages };
  const all = { machine: machineName(), engines: { ...engines, [engine]: { ...results, passages } } };
  writeFileSync(RESULTS, `${JSON.stringify(all, null, 2)}\n`);
}

function writePage(): void {
  const report = reportOf(JOURNEYS, readResults());
  writeFileSync(PAGE, withGenerated(readFileSync(PAGE, 'utf8'), REPORT_COMMAND, report));
}

/** Each journey has a server and a browser of its own. */
async function travel(journey: Journey, engine: EngineId): Promise<{ browser: EngineBrowser; passage: Passage }> {
  const world = await makeWorld();
  const browser = await ENGINES[engine]();
  const started = performance.now();
  const passed = (rest: Omit<Passage, 'seconds'>) => ({
    browser,
    passage: { seconds: Math.round((performance.now() - started) / 100) / 10, ...rest },
  });
  try {
    return passed({ figures: await journey.run(new Screen(browser), world) });
  } catch (error) {
    return passed({ figures: {}, broken: error instanceof Error ? error.message : String(error) });
  } finally {
    await takePicture(browser, `${engine}-${journey.id}`);
    await browser.close();
    await world.dispose();
  }
}

async function takePicture(browser: EngineBrowser, name: string): Promise<void> {
  if (values.pictures === undefined) return;
  mkdirSync(values.pictures, { recursive: true });
  await browser.screenshot().then(
    (picture) => writeFileSync(join(values.pictures ?? '', `${name}.png`), picture),
    (error: unknown) => console.error(`No picture of ${name}: ${String(error)}`),
  );
}

function tell(engine: EngineId, { id, what }: Journey, { seconds, figures, broken }: Passage): void {
  const said = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  console.log(`${broken === undefined ? '✓' : '✗'} ${engine} ${id} (${seconds} s): ${[what, ...said].join('; ')}`);
  if (broken === undefined) return;
  console.log(`    BROKEN: ${broken}`);
  process.exitCode = 1;
}

async function tryEngine(engine: EngineId, journeys: readonly Journey[]): Promise<void> {
  const trouble = troubleWith(engine);
  if (trouble !== undefined) {
    console.error(`✗ ${engine} was not tried. ${trouble}`);
    process.exitCode = 1;
    return;
  }
  for (const journey of journeys) {
    const { browser, passage } = await travel(journey, engine);
    tell(engine, journey, passage);
    const { version, restarts } = browser;
    keep(engine, { measuredAt: new Date().toISOString(), version, restarts, passages: { [journey.id]: passage } });
  }
}

function isEngine(name: string): name is EngineId {
  return name in ENGINES;
}

const ids = values.only?.split(',');
const journeys = JOURNEYS.filter(({ id }) => ids?.includes(id) ?? true);
const engines = Object.keys(ENGINES)
  .filter(isEngine)
  .filter((id) => values.engine === undefined || id === values.engine);
if (journeys.length === 0 || engines.length === 0) {
  console.error(`There are the journeys ${JOURNEYS.map(({ id }) => id).join(', ')}, in webkit and firefox`);
  process.exit(1);
}
if (!values.report) for (const engine of engines) await tryEngine(engine, journeys);
writePage();
