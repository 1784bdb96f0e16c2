import type { EngineBrowser } from './engineBrowser.ts';

const WAIT_MS = 30_000;
const LOOK_EVERY_MS = 200;

/** Helpers of the page's own language, put before what `see` and `press` run. */
const IN_PAGE = `
  const shown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    // The buttons of the first frame do nothing yet, and say so.
    if (element.closest('[inert]')) return false;
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
  };
  const nameOf = (element) => (element.getAttribute('aria-label') || element.textContent).trim();
  const named = (name) => [...document.querySelectorAll('button, a, [role=button]')].find(
    (element) => (nameOf(element) === name || nameOf(element).startsWith(name + ',')) && shown(element) && !element.disabled);
  const text = () => document.body ? document.body.innerText : '';
  const opaque = () => [...document.querySelectorAll('img[src*="/medium/"]')]
    .filter((image) => image.complete && image.naturalWidth > 0 && getComputedStyle(image).opacity === '1' && shown(image))
    .map((image) => image.getAttribute('src'));
`;

/** A page as a person in front of it sees and uses it, in any browser. */
export class Screen {
  readonly browser: EngineBrowser;

  constructor(browser: EngineBrowser) {
    this.browser = browser;
  }

  /** Evaluates an expression in the page: \`text()\`, \`opaque()\` and \`named(name)\` are defined there. */
  async look(expression: string): Promise<unknown> {
    const value: unknown = JSON.parse(await this.browser.run(`${IN_PAGE} return ${expression};`));
    return value;
  }

  /** Waits until the expression is true; returns how many seconds that took. */
  async see(what: string, expression: string, waitMs = WAIT_MS): Promise<number> {
    const started = performance.now();
    let last: unknown;
    while (performance.now() - started < waitMs) {
      // A page that is navigating cannot be queried.
      last = await this.look(expression).catch(String);
      if (last === true) return (performance.now() - started) / 1_000;
      await pause(LOOK_EVERY_MS);
    }
    const words = await this.look('text().slice(0, 200)').catch(String);
    throw new Error(
      `${what}: not within ${waitMs / 1_000} s (last ${JSON.stringify(last)}; the page says ${JSON.stringify(words)})`,
    );
  }

  async open(url: string): Promise<void> {
    await this.browser.open(url);
  }

  /** Presses a button or link by its name, where a finger would. */
  async press(name: string): Promise<void> {
    await this.see(`a button "${name}"`, `named(${JSON.stringify(name)}) !== undefined`);
    const place = await this.look(`(() => {
      const element = named(${JSON.stringify(name)});
      element.scrollIntoView({ block: 'nearest' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    })()`);
    const [x, y] = Array.isArray(place) ? place.map(Number) : [];
    await this.browser.pressAt(x ?? 0, y ?? 0);
  }

  async pressAt(x: number, y: number): Promise<void> {
    await this.browser.pressAt(x, y);
  }

  /** The address of the one photo that is completely on screen, other than the one before. */
  async photo(before = ''): Promise<string> {
    await this.see('a photo on screen', `opaque().length === 1 && opaque()[0] !== ${JSON.stringify(before)}`);
    return String(await this.look('opaque()[0]'));
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
