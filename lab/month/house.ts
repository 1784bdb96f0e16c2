import { rmSync } from 'node:fs';
import { ApiClient } from '../../scripts/run/apiClient.ts';
import { ServerProcess } from '../../scripts/run/serverProcess.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Photo } from '#contract/schemas/photos.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { Rule } from '#contract/schemas/tabletSettings.ts';
import { buildVariant } from '../../tests/support/browser/buildVariant.ts';
import { NetworkConditions } from '../../tests/support/browser/networkConditions.ts';
import type { Random } from '../../tests/support/curation/random.ts';
import { makeTablet } from '../../tests/support/kiosk/adminsTablet.ts';
import { colouredPhotos } from '../../tests/support/kiosk/kioskLibrary.ts';

const SLUG = 'month';
const PHOTOS = 12;
const FEWEST_PHOTOS = 6;
const DOES_NOT_START = 'throw new Error("this build does not start");';

interface Settings {
  night: Rule;
  secondsPerPhoto: number;
}

/** The real server with its album, an admin, the network between it and the wall, and the builds it has had. */
export class House {
  readonly road: NetworkConditions;
  /** The link in the wall's address. */
  readonly url: string;
  /** The mark in the names of the newest build that starts. */
  version = '';
  readonly #server: ServerProcess;
  readonly #api: ApiClient;
  readonly #album: { id: string; key: string };
  readonly #builds: string[] = [];
  #photosMade = PHOTOS;
  #isUp = true;

  private constructor(
    server: ServerProcess,
    road: NetworkConditions,
    wall: { api: ApiClient; id: string; key: string },
  ) {
    this.#server = server;
    this.road = road;
    this.#api = wall.api;
    this.#album = wall;
    this.url = `${road.origin}/circuit-tree/photos/${SLUG}?apiKey=${encodeURIComponent(wall.key)}&slideshow=true`;
  }

  static async open(settings: Settings): Promise<House> {
    const server = await new ServerProcess().start();
    const api = await ApiClient.signedIn(server.origin);
    const { id } = await api.createAlbum('Month', SLUG);
    await api.upload(id, await colouredPhotos(PHOTOS));
    // Fading takes real time, of which a photo has almost none here.
    const { key } = await makeTablet(api, { settings: { ...settings, transitions: false } });
    const road = await new NetworkConditions(server.origin).start();
    const house = new House(server, road, { api, id, key });
    house.update();
    return house;
  }

  get isReachable(): boolean {
    return this.#isUp && this.road.weather === 'fine';
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    this.#isUp = false;
    await this.#server.stop(signal);
  }

  async start(): Promise<void> {
    await this.#server.start();
    this.#isUp = true;
  }

  update(): void {
    this.version = `Build${this.#builds.length}`;
    this.#serve(buildVariant(this.version));
  }

  breakBuild(): void {
    this.#serve(buildVariant(`Broken${this.#builds.length}`, { of: 'index.html', says: DOES_NOT_START }));
  }

  /** The names of the album's photos, in the order in which a wall has to show them. */
  async photos(): Promise<string[]> {
    const { id, key } = this.#album;
    const response = await fetch(this.#server.origin + API_PATHS.albumPhotos(id), { headers: { 'X-API-Key': key } });
    const photos: Photo[] = JSON.parse(await response.text());
    return photos.map(({ filename }) => filename);
  }

  async addPhoto(): Promise<void> {
    await this.#api.upload(this.#album.id, await colouredPhotos(1, { first: this.#photosMade }));
    this.#photosMade += 1;
  }

  async deletePhoto(random: Random): Promise<void> {
    const photos = await this.photos();
    if (photos.length <= FEWEST_PHOTOS) return this.addPhoto();
    const filenames = photos.slice(random(photos.length)).slice(0, 1);
    return this.#change('DELETE', API_PATHS.albumPhotos(this.#album.id), { filenames });
  }

  /** One photo is moved to another place. */
  async arrangePhotos(random: Random): Promise<void> {
    const filenames = await this.photos();
    const moved = filenames.splice(random(filenames.length), 1);
    filenames.splice(random(filenames.length + 1), 0, ...moved);
    return this.#change('PUT', ADMIN_PATHS.photoOrder(this.#album.id), { filenames });
  }

  async dispose(): Promise<void> {
    await this.road.close();
    await this.#server.dispose();
    for (const folder of this.#builds) rmSync(folder, { recursive: true, force: true });
  }

  #serve(folder: string): void {
    this.#builds.push(folder);
    this.road.build = folder;
  }

  async #change(method: string, path: string, body: unknown): Promise<void> {
    const headers = { Authorization: `Bearer ${this.#api.token}`, 'Content-Type': 'application/json' };
    const response = await fetch(this.#api.origin + path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${response.status} from ${method} ${path}: ${await response.text()}`);
  }
}
