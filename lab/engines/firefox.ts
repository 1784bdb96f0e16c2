import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BiDi } from './biDi.ts';
import { asJson, type EngineBrowser, VIEWPORT } from './engineBrowser.ts';

const START_TIMEOUT_MS = 30_000;

/** A camera without a camera, and no calls home. */
const PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'app.update.auto': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
};

interface Running {
  child: ChildProcess;
  bidi: BiDi;
  context: string;
  version: string;
}

/** Firefox without a window, on a profile that outlives it. */
export async function startFirefox(): Promise<EngineBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'circuit-tree-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  let running = await launch(profile);
  const send = (method: string, params: Record<string, unknown>) =>
    running.bidi.send(method, { context: running.context, ...params });
  return {
    version: running.version,
    restarts: 'the browser, on the same profile',
    open: async (url) => void (await send('browsingContext.navigate', { url, wait: 'none' })),
    run: (body) => evaluate(running, body),
    pressAt: async (x, y) => {
      const at = { x: Math.round(x), y: Math.round(y) };
      const actions = [
        { type: 'pointerMove', ...at },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await send('input.performActions', { actions: [{ type: 'pointer', id: 'finger', actions }] });
    },
    chooseFile: async (selector, file) => {
      const found: { nodes: { sharedId: string }[] } = JSON.parse(
        await send('browsingContext.locateNodes', { locator: { type: 'css', value: selector } }),
      );
      const [field] = found.nodes;
      if (!field) throw new Error(`There is no ${selector}`);
      await send('input.setFiles', { element: { sharedId: field.sharedId }, files: [file] });
    },
    screenshot: async () => {
      const { data }: { data: string } = JSON.parse(await send('browsingContext.captureScreenshot', {}));
      return Buffer.from(data, 'base64');
    },
    restart: async () => {
      await end(running);
      running = await launch(profile);
    },
    close: async () => {
      await end(running);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function launch(profile: string): Promise<Running> {
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'];
  const child = spawn('firefox-esr', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile },
  });
  const bidi = await BiDi.connect(`${await addressOf(child)}/session`);
  const session: { capabilities: { browserName: string; browserVersion: string } } = JSON.parse(
    await bidi.send('session.new', { capabilities: {} }),
  );
  const { contexts }: { contexts: { context: string }[] } = JSON.parse(await bidi.send('browsingContext.getTree'));
  const context = contexts[0]?.context ?? '';
  await bidi.send('browsingContext.setViewport', { context, viewport: VIEWPORT });
  return { child, bidi, context, version: `Firefox ${session.capabilities.browserVersion}` };
}

/** The address that Firefox writes to its errors when it listens. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (why: string) => reject(new Error(`Firefox ${why}:\n${said}`));
    const timer = setTimeout(() => fail('did not listen'), START_TIMEOUT_MS);
    child.once('exit', (code) => fail(`ended with code ${code}`));
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

async function evaluate({ bidi, context }: Running, body: string): Promise<string> {
  const answer: { type: string; result?: { value: string }; exceptionDetails?: { text: string } } = JSON.parse(
    await bidi.send('script.evaluate', { expression: asJson(body), target: { context }, awaitPromise: true }),
  );
  if (answer.result === undefined || answer.type !== 'success')
    throw new Error(answer.exceptionDetails?.text ?? 'No result');
  return answer.result.value;
}

async function end({ child, bidi }: Running): Promise<void> {
  const gone = once(child, 'exit');
  // A proper switch-off: the browser's stored data is on the disk then.
  await bidi.send('browser.close').catch(() => child.kill('SIGKILL'));
  await gone;
}
