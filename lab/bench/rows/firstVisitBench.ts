import { rmSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { FOREIGN_CODE, scriptsOf } from '#support/kiosk/startScripts.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { type Bench, type Row } from '../measuring/bench.ts';
import { receivedBytes } from '../measuring/received.ts';
import { buildMinimalPage } from '../peers/minimalPage.ts';
import {
  describePaints,
  medianPaints,
  paintRatio,
  type Paints,
  SLOW_DOWN,
  SlowVisitor,
  type Target,
  withBrowser,
} from '../measuring/slowVisitor.ts';

const ROUNDS = 5;
const PEER = 'a minimal React + TanStack Router page, same build, same server';

type Screen = 'home' | 'clock';
type Occasion = 'first visit' | 'second visit' | 'without a server';

interface Seen {
  minimal: Paints[];
  ours: Record<Screen, Record<Occasion, Paints[]>>;
}

export const firstVisitBench: Bench = {
  id: 'firstVisit',
  run: async () => {
    const distDir = await buildMinimalPage();
    const minimalServer = await new ServerProcess({ env: { DIST_DIR: distDir } }).start();
    const server = await new ServerProcess().start();
    try {
      const minimal = { url: `${minimalServer.origin}/circuit-tree`, ready: 'h1' };
      const page = (path: string) => `${server.origin}${path}?apiKey=${encodeURIComponent(server.kioskKey)}`;
      const screens = {
        home: { url: page('/circuit-tree'), ready: 'nav button' },
        clock: { url: page('/circuit-tree/clock'), ready: 'main .clock-face' },
      };
      const scripts = await compareScripts(server.origin, minimalServer.origin);
      const seen: Seen = { minimal: [], ours: { home: noVisits(), clock: noVisits() } };
      await withBrowser(async (browser) => {
        for (let round = 0; round < ROUNDS; round += 1) await runRound({ browser, server, minimal, screens, seen });
      });
      return [scripts, ...rowsOf(seen)];
    } finally {
      await server.dispose();
      await minimalServer.dispose();
      rmSync(distDir, { recursive: true, force: true });
    }
  },
};

function noVisits(): Record<Occasion, Paints[]> {
  return { 'first visit': [], 'second visit': [], 'without a server': [] };
}

interface Round {
  browser: Browser;
  server: ServerProcess;
  minimal: Target;
  screens: Record<Screen, Target>;
  seen: Seen;
}

/** The peers in turn, so that a slow moment of the machine meets all of them. */
async function runRound({ browser, server, minimal, screens, seen }: Round): Promise<void> {
  const names: Screen[] = ['home', 'clock'];
  const visitors = new Map<Screen, SlowVisitor>();
  for (const name of names) {
    const stranger = await SlowVisitor.arrive(browser);
    seen.minimal.push(await stranger.visit(minimal));
    await stranger.leave();
    const visitor = await SlowVisitor.arrive(browser);
    seen.ours[name]['first visit'].push(await visitor.visit(screens[name]));
    await visitor.settle(screens[name]);
    seen.ours[name]['second visit'].push(await visitor.visit(screens[name]));
    visitors.set(name, visitor);
  }
  await server.stop();
  for (const [name, visitor] of visitors) {
    seen.ours[name]['without a server'].push(await visitor.visit(screens[name]));
    await visitor.leave();
  }
  await server.start();
}

function rowsOf(seen: Seen): Row[] {
  const minimal = medianPaints(seen.minimal);
  const screens: [string, Record<Occasion, Paints[]>][] = Object.entries(seen.ours);
  return screens.flatMap(([screen, occasions]) =>
    Object.entries(occasions).map(([occasion, visits]) => {
      const ours = medianPaints(visits);
      return {
        name: `kiosk ${screen}, ${occasion}, ${SLOW_DOWN}× CPU: first and largest paint (the worse)`,
        against: `${PEER}, online, first visit`,
        ratio: paintRatio(ours, minimal),
        goal: { kind: 'at most' as const, value: occasion === 'first visit' ? 1.3 : 1, unit: '×' },
        figures: { ours: describePaints(ours), peer: describePaints(minimal) },
      };
    }),
  );
}

/**
 * Everything that the kiosk's home runs before it is shown, in transferred bytes, beside everything of the minimal
 * page.
 */
async function compareScripts(origin: string, minimalOrigin: string): Promise<Row> {
  const files = scriptsOf('kioskHome');
  const foreign = files.filter(({ text }) => Object.values(FOREIGN_CODE).some((sign) => sign.test(text)));
  if (foreign.length > 0) throw new Error(`Foreign code in ${foreign.map(({ file }) => file).join(', ')}`);
  const minimalHtml = await (await fetch(`${minimalOrigin}/circuit-tree`)).text();
  const minimalUrls = [...minimalHtml.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '');
  const ours = await compressedBytes(files.map(({ file }) => `${origin}/${file}`));
  const peer = await compressedBytes(minimalUrls.map((url) => minimalOrigin + url));
  return {
    name: "kiosk home's initial JavaScript (no socket client, no admin code)",
    against: PEER,
    ratio: ours / peer,
    goal: { kind: 'at most', value: 1.15, unit: '×' },
    figures: { ours: `${kilobytes(ours)} in ${files.length} files`, peer: kilobytes(peer) },
  };
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB gzip`;
}

async function compressedBytes(urls: string[]): Promise<number> {
  const sizes = await Promise.all(urls.map((url) => receivedBytes(url)));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
