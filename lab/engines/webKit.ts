import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { createServer } from 'node:net';
import { asJson, type EngineBrowser, VIEWPORT } from './engineBrowser.ts';
import { WebDriver } from './webDriver.ts';

const START_TIMEOUT_MS = 20_000;
/** The height of the parts around the page in the window of WebKitGTK's own small browser. */
const TOOLBAR_HEIGHT = 38;

/** WebKitGTK: the engine of Safari and of every browser on an iPad, as far as Linux has it. */
export async function startWebKit(): Promise<EngineBrowser> {
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  if (binary === undefined) throw new Error('There is no MiniBrowser of WebKitGTK');
  const display = freeDisplay();
  const port = await freePort();
  const screen = spawn('Xvfb', [display, '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], { stdio: 'ignore' });
  // Without a graphics card, and without the desktop's services that a server lacks.
  const env = { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1' };
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore', env });
  try {
    const origin = `http://127.0.0.1:${port}`;
    await until(() => isAnswered(`${origin}/status`), 'WebKitWebDriver did not start');
    await until(async () => existsSync(`/tmp/.X11-unix/X${display.slice(1)}`), 'Xvfb did not start');
    const options = { binary, args: ['--automation'] };
    const session = await WebDriver.connect(origin, { 'webkitgtk:browserOptions': options, pageLoadStrategy: 'none' });
    await session.resize(VIEWPORT.width, VIEWPORT.height + TOOLBAR_HEIGHT);
    return browserOf(session, [driver, screen]);
  } catch (error) {
    driver.kill();
    screen.kill();
    throw error;
  }
}

function browserOf(session: WebDriver, processes: ChildProcess[]): EngineBrowser {
  return {
    version: `WebKitGTK ${session.browser.split(' ').at(-1)}`,
    // Under automation WebKitGTK's browser keeps its storage in memory.
    restarts: 'the page, in the same browser',
    open: (url) => session.open(url),
    run: (body) =>
      session.run(
        `const done = arguments[arguments.length - 1];` +
          `${asJson(body)}.then(done, (error) => done(JSON.stringify({ pageError: String(error) })))`,
      ),
    pressAt: (x, y) => session.pressAt(x, y),
    chooseFile: (selector, file) => session.chooseFile(selector, file),
    screenshot: () => session.screenshot(),
    restart: async () => {
      await session.renewWindow();
      await session.resize(VIEWPORT.width, VIEWPORT.height + TOOLBAR_HEIGHT);
    },
    close: async () => {
      await session.end().catch(() => undefined);
      for (const one of processes) one.kill();
    },
  };
}

function freeDisplay(): string {
  let number = 90;
  while (existsSync(`/tmp/.X11-unix/X${number}`)) number += 1;
  return `:${number}`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function isAnswered(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

async function until(isSo: () => Promise<boolean>, trouble: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(trouble);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}
