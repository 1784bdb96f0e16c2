import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type LaunchOptions, type Page } from '@playwright/test';
import { READER_ROOT } from '#contract/reader.ts';
import { headlessShellOptions } from '#scripts/run/chromium.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { controlled } from '#support/browser/tablet.ts';
import { controlGroup } from '../bench/measuring/controlGroup.ts';
import { boardPhoto } from './corpus/boardPhoto.ts';
import { boardScene } from './corpus/boardScene.ts';
import { type Boards, type BrowserRun, browserReportOf, median } from './report.ts';

const SLOW_DOWN = 4;
const MEMORY_BYTES = 4 * 1024 ** 3;

/** Reads boards in Chromium as a person does, at full speed and four times slower; the table in Markdown. */
export async function browserReport(boards: Boards, machine: string): Promise<string> {
  const server = await new ServerProcess().start();
  try {
    const full = await runIn(server, availableParallelism(), boards);
    const slow = await runIn(server, 1 / SLOW_DOWN, boards);
    return browserReportOf({ full, slow }, { ...boards, machine });
  } finally {
    await server.dispose();
  }
}

async function runIn(server: ServerProcess, cores: number, boards: Boards): Promise<BrowserRun> {
  const wire = await Wire.to(Number(new URL(server.origin).port));
  const folder = mkdtempSync(join(tmpdir(), 'codenames-browser-'));
  const group = controlGroup({ cores, bytes: MEMORY_BYTES, isFirst: true });
  const browser = await chromium.launch(launchUnder(group.under, folder));
  try {
    return await readBoards(browser, wire, boards);
  } finally {
    await browser.close();
    group.remove();
    await wire.cut();
    rmSync(folder, { recursive: true });
  }
}

/** A browser with all its processes and threads, workers among them, within the bounds. */
function launchUnder(under: readonly string[], folder: string): LaunchOptions {
  const options = headlessShellOptions();
  const program = join(folder, 'browser.sh');
  const words = [...under, options.executablePath ?? chromium.executablePath()];
  writeFileSync(program, `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(' ')} "$@"\n`);
  chmodSync(program, 0o755);
  return { ...options, executablePath: program };
}

/** The way to the server, which counts and can be cut. */
class Wire {
  bytes = 0;
  readerRequests = 0;
  origin = '';
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  private constructor(port: number) {
    this.#server = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      far.on('data', (chunk: Buffer) => (this.bytes += chunk.length));
      near.on('data', (chunk: Buffer) => (this.readerRequests += chunk.includes(` ${READER_ROOT}`) ? 1 : 0));
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => [near, far].forEach((each) => each.destroy()));
      }
      near.pipe(far).pipe(near);
    });
  }

  static async to(port: number): Promise<Wire> {
    const wire = new Wire(port);
    await once(wire.#server.listen(0, '127.0.0.1'), 'listening');
    const address = wire.#server.address();
    wire.origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    return wire;
  }

  async cut(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server.close(), 'close');
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

async function readBoards(browser: Browser, wire: Wire, { from, count }: Boards): Promise<BrowserRun> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  page.setDefaultTimeout(300_000);
  page.on('dialog', (dialog) => void dialog.accept());
  const address = `${wire.origin}/codenames`;
  const sumsMs = await sums(page);
  await page.goto(address);
  await controlled(page);
  const laterMs: number[] = [];
  const right: number[] = [];
  let first: Pick<BrowserRun, 'firstMs' | 'storedMs' | 'readerRequestsBefore' | 'fetchedBytes'> | undefined;
  for (let seed = from; laterMs.length < count; seed += 1) {
    if (!(await takeBoard(page, seed))) continue;
    if (first) {
      laterMs.push(await pressMs(page));
      right.push(await wordsRight(page, seed));
      console.log(`✓ board ${seed}, ${Math.round(laterMs.at(-1) ?? 0)} ms`);
    } else {
      const [readerRequestsBefore, before] = [wire.readerRequests, wire.bytes];
      const firstMs = await pressMs(page);
      const fetchedBytes = wire.bytes - before;
      await wire.cut();
      await page.goto(address);
      first = { firstMs, storedMs: await pressMs(page), readerRequestsBefore, fetchedBytes };
    }
    await page.getByRole('button', { name: 'Start Over' }).click();
  }
  if (!first) throw new Error('No board was found');
  return { ...first, sumsMs, laterMs, right };
}

/** Sums that take a moment, in a page that may start any worker. */
async function sums(page: Page): Promise<BrowserRun['sumsMs']> {
  await page.goto('about:blank');
  const inPage: number[] = [];
  const inWorker: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    inPage.push(await page.evaluate<number>(`(${timedSums.toString()})()`));
    const code = `postMessage((${timedSums.toString()})())`;
    inWorker.push(
      await page.evaluate(
        (text) =>
          new Promise<number>((resolve) => {
            const worker = new Worker(URL.createObjectURL(new Blob([text])));
            worker.addEventListener('message', ({ data }: MessageEvent<number>) => {
              worker.terminate();
              resolve(data);
            });
          }),
        code,
      ),
    );
  }
  return { page: median(inPage), worker: median(inWorker) };
}

function timedSums(): number {
  const started = performance.now();
  let sum = 1;
  for (let count = 0; count < 400_000_000; count += 1) sum = (sum * 31 + count) % 65_521;
  return sum < 0 ? 0 : performance.now() - started;
}

/** Chooses a photo of the board; false if the board has to be shown by hand. */
async function takeBoard(page: Page, seed: number): Promise<boolean> {
  const { jpeg } = await boardPhoto(boardScene(seed));
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a photo' }).click();
  await (await choosing).setFiles({ name: 'board.jpg', mimeType: 'image/jpeg', buffer: jpeg });
  const isFound = page.getByRole('status').filter({ hasText: 'The board is found.' });
  const isOver = await isFound.waitFor({ timeout: 20_000 }).then(
    () => true,
    () => false,
  );
  await page.getByRole('button', { name: isOver ? 'Use Photo' : 'Try Again' }).click();
  return isOver;
}

/** From the press to the sentence that says how many words were read, by the page's own clock. */
async function pressMs(page: Page): Promise<number> {
  const press = page.getByRole('button', { name: /^Read the words/ });
  await press.waitFor();
  return press.evaluate(
    (button) =>
      new Promise<number>((resolve) => {
        const started = performance.now();
        const sentence = document.querySelector('output');
        const observer = new MutationObserver(() => {
          if (!sentence?.textContent.includes('words read')) return;
          observer.disconnect();
          resolve(performance.now() - started);
        });
        if (sentence) observer.observe(sentence, { characterData: true, childList: true, subtree: true });
        if (button instanceof HTMLElement) button.click();
      }),
  );
}

/** The words of the board that are in some cell, by 25 cards that are not covered. */
async function wordsRight(page: Page, seed: number): Promise<number> {
  const names = await page
    .getByRole('button', { name: /^row \d, column \d/ })
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
  const read = new Set(names.map((name) => name.split(', ')[2]?.replace('perhaps ', '')));
  const { words, covers } = boardScene(seed);
  const seen = words.filter((_, card) => covers[card] === undefined);
  return (25 * seen.filter((word) => read.has(word)).length) / seen.length;
}
