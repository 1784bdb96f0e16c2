import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import { API_KEY_HEADER, API_PATHS } from '#contract/paths.ts';
import type { NewTablet, Tablet, TabletReport, TabletWithKey } from '#contract/tablets/schemas.ts';
import type { PairingOffer, PairingState } from '#contract/tablets/pairingSchemas.ts';
import { signInAsDev } from '#scripts/run/apiClient.ts';

/** Makes and looks at tablets by the API, for tests of the screens. */
export class AdminTablets {
  readonly origin: string;
  readonly #token: string;

  private constructor(origin: string, token: string) {
    this.origin = origin;
    this.#token = token;
  }

  static async on({ origin }: { origin: string }): Promise<AdminTablets> {
    return AdminTablets.as({ origin }, (await signInAsDev(origin, 'admin')).token);
  }

  /** For a server without the dev sign-in. */
  static as({ origin }: { origin: string }, token: string): AdminTablets {
    return new AdminTablets(origin, token);
  }

  make(tablet: NewTablet): Promise<TabletWithKey> {
    return this.#admin('POST', ADMIN_PATHS.tablets, tablet);
  }

  find(id: string): Promise<Tablet> {
    return this.#admin('GET', ADMIN_PATHS.tablet(id));
  }

  async named(name: string): Promise<Tablet | undefined> {
    const tablets = await this.#admin<Tablet[]>('GET', ADMIN_PATHS.tablets);
    return tablets.find((tablet) => tablet.name === name);
  }

  /** Revokes a tablet, or deletes one that is revoked. */
  remove(id: string): Promise<Tablet> {
    return this.#admin('DELETE', ADMIN_PATHS.tablet(id));
  }

  /** Reports the state of a tablet, with what a subject adds to it. */
  async report(key: string, report: TabletReport & Readonly<Record<string, unknown>>): Promise<void> {
    const headers = { [API_KEY_HEADER]: key, 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(report) };
    const { status } = await fetch(this.origin + API_PATHS.kioskReport, init);
    if (status !== 204) throw new Error(`The report was refused: ${status}`);
  }

  /** The content of a screen that wants to become a tablet. */
  async offer(): Promise<PairingOffer> {
    const response = await fetch(this.origin + API_PATHS.pairing, { method: 'POST' });
    return JSON.parse(await response.text());
  }

  /** The key of a screen that an admin has accepted. */
  async collect(secret: string): Promise<string> {
    const response = await fetch(this.origin + API_PATHS.pairingState(secret));
    const state: PairingState = JSON.parse(await response.text());
    return 'key' in state ? (state.key ?? '') : '';
  }

  /** Listens for events as a tablet's page does, until the returned function is called. */
  async listen(key: string): Promise<() => void> {
    const stop = new AbortController();
    const url = `${this.origin}${API_PATHS.kioskEvents}?apiKey=${encodeURIComponent(key)}`;
    const response = await fetch(url, { signal: stop.signal });
    if (response.status !== 200) throw new Error(`The stream was refused: ${response.status}`);
    // Held here: a response that nobody holds is collected, and its stream ends.
    return () => stop.abort(response.status);
  }

  async #admin<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = {
      Authorization: `Bearer ${this.#token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const response = await fetch(this.origin + path, { method, headers, ...json });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} from ${method} ${path}: ${text}`);
    return JSON.parse(text);
  }
}
