import { ApiClient } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { Tablet, controlled } from '#support/browser/tablet.ts';
import { changeTablet, commandTablet, makeTablet } from '#support/kiosk/adminsTablet.ts';
import { type Bench, median, type Row } from '../measuring/bench.ts';

const ROUNDS = 20;
const GOAL_MS = 2_000;
const BLACK = [{ shows: 'black' as const }];

/** Milliseconds from a call of the admin until the wall shows what it asks for. */
async function onWall(call: () => Promise<unknown>, shown: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await call();
  await shown();
  return performance.now() - begun;
}

function rowOf(name: string, times: number[]): Row {
  const slowest = Math.round(Math.max(...times));
  return {
    name,
    against: 'the goal',
    goal: { kind: 'at most', value: GOAL_MS, unit: 'ms', measured: slowest },
    figures: { median: `${Math.round(median(times))} ms`, slowest: `${slowest} ms of ${times.length}` },
  };
}

/** The programme and a message, from the admin's call to a wall in a real browser with its worker. */
async function run(): Promise<Row[]> {
  const server = await new ServerProcess().start();
  const tablet = new Tablet();
  try {
    const api = await ApiClient.signedIn(server.origin);
    const { id, key } = await makeTablet(api);
    const page = await tablet.switchOn(`${server.origin}/circuit-tree/clock?apiKey=${encodeURIComponent(key)}`);
    await controlled(page);
    const cover = page.getByRole('dialog', { name: 'Night' });
    const settings: number[] = [];
    const words: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const isDark = round % 2 === 0;
      const change = () => changeTablet(api, id, { settings: { programme: isDark ? BLACK : [] } });
      settings.push(await onWall(change, () => cover.waitFor({ state: isDark ? 'visible' : 'hidden' })));
      const text = `Dinner is ready, call ${round}`;
      const command = () => commandTablet(api, id, { command: 'message', text });
      words.push(await onWall(command, () => page.getByText(text).waitFor({ state: 'attached' })));
    }
    return [rowOf('a rule of the programme, on the wall', settings), rowOf('a line of words, on the wall', words)];
  } finally {
    await tablet.dispose();
    await server.dispose();
  }
}

export const wallCommandsBench: Bench = { id: 'wallCommands', run };
