import { chromium, type Page } from '@playwright/test';
import { createDemoNodeKey } from '#scripts/demo/demoNodes.ts';
import { chromiumOptions } from '#scripts/run/chromium.ts';
import { signInPage } from '#support/browser/e2e.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { type Bench, median } from '../measuring/bench.ts';
import { startTraffic } from '../measuring/nodeTraffic.ts';

const ROWS = 5_000;
const SLOW_DOWN = 4;
const REFRESHES = 10;

/**
 * The longest time in which nothing else could run, in each of some seconds, measured by messages of the page to
 * itself.
 */
async function longestPauses(page: Page, seconds: number): Promise<number[]> {
  return page.evaluate(async (count) => {
    const { port1, port2 } = new MessageChannel();
    const longest: number[] = [];
    const startedAt = performance.now();
    let before = startedAt;
    await new Promise<void>((resolve) => {
      port1.addEventListener('message', () => {
        const now = performance.now();
        const second = Math.floor((now - startedAt) / 1_000);
        if (second >= count) return resolve();
        longest[second] = Math.max(longest[second] ?? 0, now - before);
        before = now;
        return port2.postMessage(0);
      });
      port1.start();
      port2.postMessage(0);
    });
    return longest;
  }, seconds);
}

export const healthScreenBench: Bench = {
  id: 'health',
  run: async () => {
    const server = await new ServerProcess().start();
    const nodeKey = await createDemoNodeKey(server.dataDir);
    const { origin, kioskKey } = server;
    const traffic = await startTraffic({ origin, nodeKey, readKey: kioskKey, nodes: ROWS, screens: 0 });
    const browser = await chromium.launch(chromiumOptions());
    try {
      const page = await browser.newPage({ viewport: { width: 1024, height: 768 } });
      await signInPage(page, origin);
      await page.goto(`${origin}/admin/circuit-tree/health`);
      await page.getByRole('row', { name: 'node-00000' }).waitFor();
      await page.waitForTimeout(3_000);
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
      const pauses = await longestPauses(page, REFRESHES);
      const drawn = await page.getByRole('row').count();
      return [
        {
          name: `Health screen with ${ROWS} nodes at ${SLOW_DOWN}× CPU slow-down: longest task of a refresh`,
          against: 'the clock',
          goal: { kind: 'at most', value: 50, unit: 'ms', measured: median(pauses) },
          figures: {
            median: `${median(pauses).toFixed(0)} ms`,
            worst: `${Math.max(...pauses).toFixed(0)} ms`,
            'rows drawn': String(drawn),
          },
        },
      ];
    } finally {
      await browser.close();
      traffic.stop();
      await server.dispose();
    }
  },
};
