/* The web's requests and responses, as far as the tablet uses them. Their bodies are texts that are there at once: the
 * platform's own classes read streams, which takes ten times as long. */

type HeadersFrom = SimHeaders | Record<string, string>;

/** Headers as far as the tablet uses them: the platform's own take many times as long. */
export class SimHeaders {
  readonly #values: Map<string, string>;

  constructor(from: HeadersFrom = {}) {
    this.#values = new Map(from instanceof SimHeaders ? from.#values : undefined);
    if (!(from instanceof SimHeaders)) for (const [name, value] of Object.entries(from)) this.set(name, value);
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value);
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  entries(): MapIterator<[string, string]> {
    return this.#values.entries();
  }
}

interface RequestOptions {
  method?: string;
  headers?: HeadersFrom;
  body?: unknown;
  mode?: string;
  cache?: string;
  credentials?: string;
  signal?: AbortSignal | null;
  priority?: string;
}

export const ORIGIN = 'https://photos.home';

/** The same few hundred addresses are asked for again and again. */
const hrefs = new Map<string, string>();

export function hrefOf(from: string | URL): string {
  if (from instanceof URL) return from.href;
  const href = hrefs.get(from) ?? new URL(from, ORIGIN).href;
  hrefs.set(from, href);
  return href;
}

export class SimRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: SimHeaders;
  readonly mode: string;
  readonly cache: string;
  readonly credentials: string;
  readonly signal: AbortSignal | undefined;
  readonly bodyText: string;
  readonly body = null;
  readonly redirect = 'follow';
  readonly destination = '';
  readonly referrer = '';
  readonly integrity = '';
  readonly duplex = 'half';

  constructor(from: string | URL | SimRequest, options: RequestOptions = {}) {
    const earlier = from instanceof SimRequest ? from : undefined;
    this.url = from instanceof SimRequest ? from.url : hrefOf(from);
    this.method = (options.method ?? earlier?.method ?? 'GET').toUpperCase();
    this.headers = new SimHeaders(options.headers ?? earlier?.headers);
    this.mode = options.mode ?? earlier?.mode ?? 'cors';
    this.cache = options.cache ?? earlier?.cache ?? 'default';
    this.credentials = options.credentials ?? earlier?.credentials ?? 'same-origin';
    this.signal = options.signal ?? earlier?.signal;
    this.bodyText = typeof options.body === 'string' ? options.body : (earlier?.bodyText ?? '');
  }

  clone(): SimRequest {
    return new SimRequest(this);
  }
}

interface ResponseOptions {
  status?: number;
  statusText?: string;
  headers?: HeadersFrom;
}

export class SimResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: SimHeaders;
  readonly type: string;
  readonly redirected: boolean;
  url: string;
  readonly bodyText: string;
  readonly body = null;
  bodyUsed = false;
  isCut = false;

  constructor(
    body: unknown = '',
    options: ResponseOptions = {},
    more: { type?: string; redirected?: boolean; url?: string } = {},
  ) {
    this.bodyText = typeof body === 'string' ? body : body instanceof SimBlob ? body.content : '';
    this.status = options.status ?? 200;
    this.statusText = options.statusText ?? '';
    // Nobody changes those of a response, so that copies of it share them.
    this.headers = options.headers instanceof SimHeaders ? options.headers : new SimHeaders(options.headers);
    this.type = more.type ?? 'basic';
    this.redirected = more.redirected ?? false;
    this.url = more.url ?? '';
  }

  static error(): SimResponse {
    return new SimResponse('', { status: 0 }, { type: 'error' });
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  clone(): SimResponse {
    const { type, redirected, url } = this;
    const copy = new SimResponse(this.bodyText, this, { type, redirected, url });
    return this.isCut ? copy.cutOff() : copy;
  }

  /** The connection breaks in the middle of the body. */
  cutOff(): SimResponse {
    this.isCut = true;
    return this;
  }

  async text(): Promise<string> {
    if (this.isCut) throw new TypeError('network error');
    return this.bodyText;
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async blob(): Promise<SimBlob> {
    return new SimBlob(await this.text());
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new TextEncoder().encode(await this.text()).buffer;
  }
}

export class SimBlob {
  readonly content: string;
  readonly size: number;
  readonly type = '';

  constructor(content: string) {
    this.content = content;
    this.size = content.length;
  }

  slice(from: number, to: number): SimBlob {
    return new SimBlob(this.content.slice(from, to));
  }
}
