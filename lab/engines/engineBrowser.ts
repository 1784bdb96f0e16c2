/** A browser other than Chromium, as the journeys use it. */
export interface EngineBrowser {
  /** Its name and version, as the browser tells them. */
  readonly version: string;
  /** The effect of `restart` on the browser. */
  readonly restarts: 'the browser, on the same profile' | 'the page, in the same browser';
  /** Begins to open an address, without waiting for its end: when a server is gone, some never end. */
  open(url: string): Promise<void>;
  /** Runs the body of an async function in the page; returns what it returned, as JSON. */
  run(body: string): Promise<string>;
  /** A press with a pointer, in CSS pixels from the corner of the page. */
  pressAt(x: number, y: number): Promise<void>;
  /** Puts a file of this machine into the page's file field. */
  chooseFile(selector: string, file: string): Promise<void>;
  /** A PNG. */
  screenshot(): Promise<Buffer>;
  /** Switches the tablet off and on: the next `open` starts from the stored data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export const VIEWPORT = { width: 1024, height: 768 };

/** The expression that runs a body in a page and gives its result as JSON. */
export function asJson(body: string): string {
  return `(async () => { ${body} })().then((value) => JSON.stringify(value === undefined ? null : value))`;
}
