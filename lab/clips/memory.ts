// `npm run lab -- clip-memory`: what a browser's processes take while its page makes a clip of a large video, against a
// tenth of its bytes. Exit code 1 when the bytes of the file cost memory. The page is lab/results/clips.md.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { API_PATHS } from '#contract/paths.ts';
import type { Photo } from '#contract/photos/schemas.ts';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { chromiumOptions } from '#scripts/run/chromium.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { signInPage } from '#support/browser/e2e.ts';
import { chooser } from '#support/browser/uploadPage.ts';
import { withGenerated } from '../generatedSection.ts';
import { machineName } from '../machine.ts';
import { encodedVideo } from './encoding.ts';

const PAGE = new URL('../results/clips.md', import.meta.url);
const COMMAND = 'npm run lab -- clip-memory';
const MB = 1024 * 1024;
/** The size that phones film; a second of it is encoded, and repeated. */
const FILM = { codec: 'avc1.640033', width: 1920, height: 1080, framerate: 30, frames: 30, shows: 'grain' } as const;
const SMALL = { megabytes: 20, bitrate: 4_000_000 };
const LARGE = { megabytes: 200, bitrate: 45_000_000 };
/** Longer than a clip, so that both are encoded anew. */
const LEAST_SECONDS = 32;
/** The most by which the large one may take more than the small one, of the 180 MB by which it is larger. */
const MOST_MORE_MB = 60;
const SAMPLE_EVERY_MS = 100;
const WITHIN_MS = 600_000;
const STATM_PAGE_BYTES = 4_096;

interface Measured {
  fileMb: number;
  /** The peaks above what there was before the file was chosen. */
  pageMb: number;
  allMb: number;
  seconds: number;
  clip: string;
}

interface Memory {
  page: number;
  all: number;
}

/** The resident megabytes of the browser's processes. */
async function memoryOf(browser: Browser): Promise<Memory> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const memory = { page: 0, all: 0 };
  for (const { id, type } of processInfo) {
    const megabytes = residentMb(id);
    memory.all += megabytes;
    if (type === 'renderer') memory.page += megabytes;
  }
  return memory;
}

/** None for a process that has ended meanwhile. */
function residentMb(pid: number): number {
  try {
    const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return (Number(pages) * STATM_PAGE_BYTES) / MB;
  } catch {
    return 0;
  }
}

async function measured(server: ServerProcess, { file, slug }: { file: string; slug: string }): Promise<Measured> {
  const api = await ApiClient.signedIn(server.origin);
  const album = await api.createAlbum(slug, slug);
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage();
    await signInPage(page, server.origin);
    await page.goto(`${server.origin}/admin/photos/${slug}`);
    await page.getByText('No photos found in this album.').waitFor();
    const before = await memoryOf(browser);
    const peak = { ...before };
    const started = performance.now();
    const uploaded = uploadedFrom(page, file);
    for (let isOver = false; !isOver;) {
      const now = await memoryOf(browser);
      peak.page = Math.max(peak.page, now.page);
      peak.all = Math.max(peak.all, now.all);
      isOver = await Promise.race([uploaded, pause(SAMPLE_EVERY_MS, false)]);
    }
    return {
      fileMb: Math.round(readFileSync(file).length / MB),
      pageMb: Math.round(peak.page - before.page),
      allMb: Math.round(peak.all - before.all),
      seconds: Math.round((performance.now() - started) / 1_000),
      clip: await clipText(api, album.id),
    };
  } finally {
    await browser.close();
  }
}

async function uploadedFrom(page: Page, file: string): Promise<true> {
  await chooser(page).setInputFiles(file);
  await page.getByText('Successfully uploaded 1 photos!').waitFor({ timeout: WITHIN_MS });
  return true;
}

async function clipText({ origin, token }: ApiClient, albumId: string): Promise<string> {
  const response = await fetch(origin + API_PATHS.albumPhotos(albumId), {
    headers: { Authorization: `Bearer ${token}` },
  });
  const [photo]: Photo[] = JSON.parse(await response.text());
  if (!photo?.clip) throw new Error('No clip was stored');
  const { seconds, width, height, bytes } = photo.clip;
  return `${seconds} s, ${width} × ${height}, ${(bytes / MB).toFixed(1)} MB`;
}

const folder = mkdtempSync(join(tmpdir(), 'circuit-tree-clip-memory-'));
const server = await new ServerProcess().start();
try {
  const results: Measured[] = [];
  for (const { megabytes, bitrate } of [SMALL, LARGE]) {
    const file = join(folder, `film-${megabytes}.mp4`);
    const rounds = (bytes: number) => Math.max(LEAST_SECONDS, Math.ceil((megabytes * MB) / bytes));
    writeFileSync(file, await encodedVideo({ ...FILM, bitrate }, rounds));
    results.push(await measured(server, { file, slug: `film-${megabytes}` }));
    console.log(results.at(-1));
  }
  const [small, large] = results;
  const moreMb = (large?.pageMb ?? 0) - (small?.pageMb ?? 0);
  const isBounded = moreMb <= MOST_MORE_MB;
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
  const report = [
    `On ${machineName()}, ${new Date().toISOString().slice(0, 10)}, of ${commit}.`,
    '',
    '| file | the page and its worker, at most | all processes of the browser, at most | took | its clip |',
    '|---:|---:|---:|---:|---|',
    ...results.map(
      ({ fileMb, pageMb, allMb, seconds, clip }) =>
        `| ${fileMb} MB | +${pageMb} MB | +${allMb} MB | ${seconds} s | ${clip} |`,
    ),
    '',
    `The larger file takes ${Math.abs(moreMb)} MB ${moreMb < 0 ? 'less' : 'more'} in the page; at most ${MOST_MORE_MB} more are allowed${isBounded ? '' : ' ✗'}.`,
  ];
  writeFileSync(PAGE, withGenerated(readFileSync(PAGE, 'utf8'), COMMAND, report.join('\n')));
  if (!isBounded) process.exitCode = 1;
} finally {
  await server.dispose();
  rmSync(folder, { recursive: true, force: true });
}
