import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { SLIDE_INTERVAL_MS } from '#contract/limits.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { chromiumOptions } from '#scripts/run/chromium.ts';
import { jpeg } from '#support/pictures/images.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { type Bench, median } from '../measuring/bench.ts';

const ROUNDS = 3;
const WINDOW_MS = 60_000;
/** From a photo's arrival to the window: its 90 seconds end, and one cross-fade happens, in the window's middle. */
const BEFORE_FIRST_MS = SLIDE_INTERVAL_MS - WINDOW_MS / 2;
const BETWEEN_MS = SLIDE_INTERVAL_MS - WINDOW_MS;
const PHOTOS = 8;

const EMPTY_PAGE = `<!doctype html><title>Clock</title><p id="clock"></p><script>
const show = () => (document.getElementById('clock').textContent = new Date().toLocaleTimeString('en'));
show();
setInterval(show, 1000);
</script>`;

interface Work {
  taskMs: number;
  scriptMs: number;
}

/** Two pages at the same time, each in a browser of its own: a slow moment of the machine meets both. */
export const restBench: Bench = {
  id: 'rest',
  run: async () => {
    const server = await new ServerProcess().start();
    const browsers = await Promise.all([chromium.launch(chromiumOptions()), chromium.launch(chromiumOptions())]);
    try {
      const url = await makeAlbum(server);
      const slideshow = await observed(browsers[0]);
      const clock = await observed(browsers[1]);
      await clock.page.setContent(EMPTY_PAGE);
      await slideshow.page.goto(url);
      await slideshow.page.locator('dialog [data-running]').waitFor({ timeout: 60_000 });
      const ours: Work[] = [];
      const peer: Work[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await pause(round === 0 ? BEFORE_FIRST_MS : BETWEEN_MS);
        const before = await shownPhoto(slideshow.page);
        const [one, other] = await Promise.all([workOf(slideshow.cdp), workOf(clock.cdp)]);
        ours.push(one);
        peer.push(other);
        if (before === (await shownPhoto(slideshow.page))) throw new Error('No cross-fade fell into the minute');
      }
      return [rowOf(ours, peer)];
    } finally {
      for (const browser of browsers) await browser.close();
      await server.dispose();
    }
  },
};

async function makeAlbum(server: ServerProcess): Promise<string> {
  const api = await ApiClient.signedIn(server.origin);
  const album = await api.createAlbum('Wall', 'wall');
  for (let seed = 0; seed < PHOTOS; seed += 1) {
    const bytes = Uint8Array.from(await jpeg({ seed, width: 2048, height: 1365 }));
    await api.upload(album.id, [{ name: `${seed}.jpg`, bytes }]);
  }
  return `${server.origin}/circuit-tree/photos/wall?apiKey=${encodeURIComponent(server.kioskKey)}&slideshow=true`;
}

async function observed(browser: Browser): Promise<{ page: Page; cdp: CDPSession }> {
  const page = await browser.newPage({ viewport: { width: 1024, height: 768 } });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  return { page, cdp };
}

function shownPhoto(page: Page): Promise<string | null> {
  return page.locator('dialog img[data-front]').getAttribute('src');
}

/** Nobody queries the page meanwhile, since that would be work of its main thread too. */
async function workOf(cdp: CDPSession): Promise<Work> {
  const before = await spent(cdp);
  await pause(WINDOW_MS);
  const after = await spent(cdp);
  return { taskMs: after.taskMs - before.taskMs, scriptMs: after.scriptMs - before.scriptMs };
}

async function spent(cdp: CDPSession): Promise<Work> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const ms = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
  return { taskMs: ms('TaskDuration'), scriptMs: ms('ScriptDuration') };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function rowOf(ours: Work[], peer: Work[]) {
  const of = (work: Work[], name: keyof Work) => median(work.map((one) => one[name]));
  const describe = (work: Work[]) => `${of(work, 'taskMs').toFixed(0)} ms (scripts ${of(work, 'scriptMs').toFixed(0)})`;
  return {
    name: "main thread's work in 60 s of a slideshow at rest, one cross-fade in it",
    against: 'an empty page with a clock, at the same time',
    ratio: of(ours, 'taskMs') / of(peer, 'taskMs'),
    goal: { kind: 'at most' as const, value: 1.5, unit: '×' },
    figures: { ours: describe(ours), peer: describe(peer) },
  };
}
