import { rmSync } from 'node:fs';
import { distFolder } from '#support/server/distFolder.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import type { Bench } from '../measuring/bench.ts';
import { CLOCK_PEER_PAGE } from '../peers/clockPeer.ts';
import { medianPaints, type Paints, SLOW_DOWN, SlowVisitor, withBrowser } from '../measuring/slowVisitor.ts';

/** Seven were too few: the median of either page wandered by a half. */
const ROUNDS = 15;

/** The hands-off clock beside a page that is nothing but a clock, both from the same kind of server. */
export const clockBench: Bench = {
  id: 'clock',
  run: async () => {
    const distDir = distFolder({ 'index.html': CLOCK_PEER_PAGE });
    const peerServer = await new ServerProcess({ env: { DIST_DIR: distDir } }).start();
    const server = await new ServerProcess().start();
    const clock = {
      url: `${server.origin}/circuit-tree/clock?apiKey=${encodeURIComponent(server.kioskKey)}`,
      ready: '.clock-face',
    };
    const standing = { url: clock.url, ready: 'main .clock-face' };
    const peer = { url: `${peerServer.origin}/circuit-tree/clock`, ready: '#clock' };
    const first = { ours: [] as Paints[], peer: [] as Paints[] };
    const second = { ours: [] as Paints[], peer: [] as Paints[] };
    try {
      await withBrowser(async (browser) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const [visitor, other] = [await SlowVisitor.arrive(browser), await SlowVisitor.arrive(browser)];
          first.peer.push(await other.visit(peer));
          first.ours.push(await visitor.visit(clock));
          await visitor.settle(standing);
          second.peer.push(await other.visit(peer));
          second.ours.push(await visitor.visit(clock));
          await visitor.leave();
          await other.leave();
        }
      });
    } finally {
      await server.dispose();
      await peerServer.dispose();
      rmSync(distDir, { recursive: true, force: true });
    }
    return [rowOf('first visit', first), rowOf('second visit, through the worker', second)];
  },
};

function rowOf(occasion: string, visits: { ours: Paints[]; peer: Paints[] }) {
  const [ours, peer] = [medianPaints(visits.ours).firstMs, medianPaints(visits.peer).firstMs];
  return {
    name: `clock, ${occasion}, ${SLOW_DOWN}× CPU: first paint`,
    against: 'an inline HTML clock without a framework, same server, same occasion',
    ratio: ours / peer,
    goal: { kind: 'at most' as const, value: 1.3, unit: '×' },
    figures: { ours: `${ours.toFixed(0)} ms`, peer: `${peer.toFixed(0)} ms` },
  };
}
