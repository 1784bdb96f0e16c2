import { SimulatedTimers, UnderWay } from './simulatedTime.ts';

/** One observation of the screen. */
export interface Look {
  wallMs: number;
  /** Whether the night's cover lies over everything. */
  dark: boolean;
  /** The file name of the photo in front, decoded; '' for none. */
  photo: string;
  path: string;
  /** The file of the running build's entry. */
  entry: string;
}

interface SimulatedClock {
  /** Lets this much time pass: every timer runs at its own time, after the results of the one before. */
  advance: (ms: number) => Promise<Look>;
  /** Somebody sets the device's clock. Measured time continues unchanged. */
  jump: (ms: number) => void;
  /** The real time for which the clock waits for a request. */
  setPatience: (ms: number) => void;
}

declare global {
  interface Window {
    /** Absent until the page's first script has run. */
    simulatedClock?: SimulatedClock;
  }
}

/**
 * The script that gives a page a simulated clock. Its time stands still while a request or a picture is under way, since
 * these take real time, and passes at most five times as fast as real time until a page has shown its first photo or is the
 * landing page.
 */
export function clockScript(startMs: number): string {
  const parts = [SimulatedTimers, UnderWay, lookAtScreen, replaceClocks, countRequests, hearOfServer, startClock];
  return `(() => {\n${parts.map(String).join('\n')}\nstartClock(${startMs});\n})();`;
}

function startClock(startMs: number): void {
  const startingSpeed = 5;
  const timers = new SimulatedTimers();
  const underWay = new UnderWay();
  let isStanding = false;
  // The name outlives a reload.
  let wallAtZeroMs = Number(window.name) > 0 ? Number(window.name) : startMs;
  const wallMs = () => wallAtZeroMs + timers.nowMs;
  const look = () => lookAtScreen(wallMs());
  const passTo = async (ms: number) => {
    if (!isStanding) {
      const { photo, dark, path } = look();
      isStanding = photo !== '' || dark || path === '/';
    }
    if (!isStanding) await underWay.sleep((ms - timers.nowMs) / startingSpeed);
    timers.nowMs = Math.max(timers.nowMs, ms);
    window.name = String(wallMs());
  };
  const advance = async (ms: number) => {
    const untilMs = timers.nowMs + ms;
    for (;;) {
      await underWay.settled();
      if (timers.runOne()) continue;
      if (timers.nowMs >= untilMs) return look();
      // A page that starts waits for what takes real time.
      await passTo(Math.min(timers.nextAtMs(), untilMs, isStanding ? Infinity : timers.nowMs + 250));
    }
  };
  replaceClocks(timers, wallMs);
  countRequests(underWay);
  // While the network hangs, nothing is waited for.
  hearOfServer(() => underWay.patienceMs > 1_000);
  window.simulatedClock = {
    advance,
    jump: (ms) => {
      wallAtZeroMs += ms;
      window.name = String(wallMs());
    },
    setPatience: (ms) => {
      underWay.patienceMs = ms;
    },
  };
}

function replaceClocks(timers: SimulatedTimers, wallMs: () => number): void {
  const plan =
    (isRepeated: boolean) =>
    (run: TimerHandler, delayMs?: number, ...values: unknown[]) =>
      timers.plan({ run, values }, Number(delayMs), isRepeated);
  const cancel = (id?: number) => timers.cancel(Number(id));
  const date = new Proxy(Date, {
    construct: (target, parts, newTarget) =>
      Reflect.construct(target, parts.length === 0 ? [wallMs()] : parts, newTarget),
    get: (target, name) => (name === 'now' ? wallMs : Reflect.get(target, name)),
  });
  Object.assign(window, { Date: date, setTimeout: plan(false), setInterval: plan(true) });
  Object.assign(window, { clearTimeout: cancel, clearInterval: cancel });
  performance.now = () => timers.nowMs;
}

function countRequests(underWay: UnderWay): void {
  underWay.count(window, 'fetch');
  for (const reading of ['json', 'text', 'blob', 'arrayBuffer']) underWay.count(Response.prototype, reading);
  underWay.count(HTMLImageElement.prototype, 'decode');
  if (!('serviceWorker' in navigator)) return;
  underWay.awaitWorkers((message) => Reflect.get(Object(message), 'type') === 'SKIP_WAITING');
  underWay.awaitReplies(ServiceWorker.prototype, 'postMessage');
}

/** The server reports every 25 s of real time that it is there, which would be once in hours of simulated time. */
function hearOfServer(isReachable: () => boolean): void {
  const everyMs = 25_000;
  window.EventSource = class extends EventSource {
    constructor(...options: ConstructorParameters<typeof EventSource>) {
      super(...options);
      const timer = setInterval(() => {
        if (this.readyState === EventSource.CLOSED) clearInterval(timer);
        if (this.readyState === EventSource.OPEN && isReachable()) this.dispatchEvent(new MessageEvent('alive'));
      }, everyMs);
    }
  };
}

function lookAtScreen(wallMs: number): Look {
  const front = [...document.querySelectorAll<HTMLImageElement>('dialog[open] img[data-front]')].find(
    ({ src, complete, naturalWidth }) => src.includes('/medium/') && complete && naturalWidth > 0,
  );
  const night = document.querySelector<HTMLDialogElement>('dialog[data-above]');
  const entry = document.querySelector('script[type="module"][src*="/assets/"]')?.getAttribute('src') ?? '';
  return {
    wallMs,
    dark: night?.open === true,
    photo: decodeURIComponent(front?.src.split('?')[0]?.split('/').pop() ?? ''),
    path: window.location.pathname,
    entry,
  };
}
