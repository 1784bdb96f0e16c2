/** The name by which the W3C's protocol passes elements. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const SCRIPT_TIMEOUT_MS = 30_000;

interface DriverError {
  error: string;
  message: string;
}

/** A session of the W3C's WebDriver protocol, with the few commands that the journeys need. */
export class WebDriver {
  readonly browser: string;
  readonly #session: string;

  private constructor(session: string, browser: string) {
    this.#session = session;
    this.browser = browser;
  }

  static async connect(driver: string, capabilities: Record<string, unknown>): Promise<WebDriver> {
    const body = { capabilities: { alwaysMatch: capabilities } };
    const made: { sessionId: string; capabilities: { browserName: string; browserVersion: string } } = JSON.parse(
      await send('POST', `${driver}/session`, body),
    );
    const { browserName, browserVersion } = made.capabilities;
    const session = new WebDriver(`${driver}/session/${made.sessionId}`, `${browserName} ${browserVersion}`);
    await session.#post('timeouts', { script: SCRIPT_TIMEOUT_MS, pageLoad: SCRIPT_TIMEOUT_MS });
    return session;
  }

  async #post(command: string, body: Record<string, unknown> = {}): Promise<string> {
    return send('POST', `${this.#session}/${command}`, body);
  }

  async open(url: string): Promise<void> {
    await this.#post('url', { url });
  }

  /** The script calls its last argument with its result. */
  async run(script: string): Promise<string> {
    const result: string = JSON.parse(await this.#post('execute/async', { script, args: [] }));
    return result;
  }

  async pressAt(x: number, y: number): Promise<void> {
    const actions = [
      { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.#post('actions', { actions: [{ type: 'pointer', id: 'finger', actions }] });
  }

  async chooseFile(selector: string, file: string): Promise<void> {
    const found: Record<string, string> = JSON.parse(
      await this.#post('element', { using: 'css selector', value: selector }),
    );
    await this.#post(`element/${found[ELEMENT]}/value`, { text: file });
  }

  async screenshot(): Promise<Buffer> {
    const picture: string = JSON.parse(await send('GET', `${this.#session}/screenshot`));
    return Buffer.from(picture, 'base64');
  }

  /** Leaves a new window, and closes the one before. */
  async renewWindow(): Promise<void> {
    const made: { handle: string } = JSON.parse(await this.#post('window/new', { type: 'window' }));
    await send('DELETE', `${this.#session}/window`);
    await this.#post('window', { handle: made.handle });
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#post('window/rect', { width, height });
  }

  async end(): Promise<void> {
    await send('DELETE', this.#session);
  }
}

async function send(method: string, url: string, body?: Record<string, unknown>): Promise<string> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value }: { value: unknown } = JSON.parse(await response.text());
  if (!response.ok) {
    const said: DriverError = JSON.parse(JSON.stringify(value));
    throw new Error(`${method} ${new URL(url).pathname}: ${said.error}: ${said.message}`);
  }
  return JSON.stringify(value);
}
