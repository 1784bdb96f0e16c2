import { rmSync } from 'node:fs';
import { ApiClient } from '#scripts/run/apiClient.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { Album, Photo } from '#contract/photos/schemas.ts';
import type { NewTablet } from '#contract/tablets/schemas.ts';
import { API_PATHS } from '#contract/paths.ts';
import { buildVariant } from '#support/browser/buildVariant.ts';
import { NetworkConditions } from '#support/browser/networkConditions.ts';
import type { Random } from '#support/random.ts';
import { endKey, makeTablet, revokeTablet } from '#support/kiosk/adminsTablet.ts';
import { colouredPhotos } from '#support/kiosk/kioskLibrary.ts';

const DOES_NOT_START = 'throw new Error("this build does not start");';

/** The real server with its albums, an admin, the network between it and the wall, and the builds it has had. */
export class House {
  readonly road: NetworkConditions;
  readonly albums: Album[] = [];
  /** The mark in the names of the newest build that starts. */
  version = '';
  readonly #server: ServerProcess;
  #neighbours: ServerProcess | undefined;
  readonly #api: ApiClient;
  readonly #settings: NonNullable<NewTablet['settings']>;
  readonly #builds: string[] = [];
  #wall: { id: string; key: string } | undefined;
  #photosMade = 0;
  #isUp = true;

  private constructor(
    server: ServerProcess,
    road: NetworkConditions,
    admin: { api: ApiClient; settings: NonNullable<NewTablet['settings']> },
  ) {
    this.#server = server;
    this.road = road;
    this.#api = admin.api;
    // Fading takes real time, of which a photo has almost none here.
    this.#settings = { ...admin.settings, transitions: false };
  }

  /** With an album of each of these sizes. */
  static async open(settings: NonNullable<NewTablet['settings']>, sizes: readonly number[]): Promise<House> {
    const server = await new ServerProcess().start();
    const api = await ApiClient.signedIn(server.origin);
    const road = await new NetworkConditions(server.origin).start();
    const house = new House(server, road, { api, settings });
    for (const size of sizes) await house.addAlbum(size);
    await house.connect();
    house.update();
    return house;
  }

  /** The link in the wall's address: all albums, or the one in its order. */
  get url(): string {
    const album = this.albums.length === 1 ? `/${this.albums[0]?.slug}` : '';
    return `${this.road.origin}/circuit-tree/photos${album}?apiKey=${encodeURIComponent(this.#wall?.key ?? '')}&slideshow=true`;
  }

  /** Gives the wall a key. */
  async connect(): Promise<void> {
    this.#wall = await makeTablet(this.#api, { settings: this.#settings });
  }

  /** Ends the wall's key; its screen shows letters. */
  async endKey(): Promise<void> {
    if (this.#wall) await endKey(this.#api, this.#wall.id);
  }

  async revokeKey(): Promise<void> {
    if (this.#wall) await revokeTablet(this.#api, this.#wall.id);
    this.#wall = undefined;
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

  /** From now on this house's own server responds, or another installation at the same address. */
  async answer(by: 'house' | 'neighbours'): Promise<void> {
    if (by === 'neighbours') this.#neighbours ??= await new ServerProcess().start();
    this.road.target = (by === 'neighbours' ? this.#neighbours : this.#server)?.origin ?? '';
  }

  update(): void {
    this.version = `Build${this.#builds.length}`;
    this.#serve(buildVariant(this.version));
  }

  breakBuild(): void {
    this.#serve(buildVariant(`Broken${this.#builds.length}`, { of: 'index.html', says: DOES_NOT_START }));
  }

  /** The names of an album's photos, in the order in which a wall has to show them. */
  async photos(album: Album): Promise<string[]> {
    const photos = await this.#api.ask<Photo[]>(`GET ${API_PATHS.albumPhotos(album.id)}`);
    return photos.map(({ filename }) => filename);
  }

  async addAlbum(photos: number): Promise<void> {
    const slug = `album-${this.#photosMade}`;
    const album = await this.#api.createAlbum(slug, slug);
    this.albums.push(album);
    await this.addPhotos(photos, album);
  }

  async takeAlbum(at: number): Promise<void> {
    for (const { id } of this.albums.splice(at, 1)) await this.#api.ask(`DELETE ${ADMIN_PATHS.album(id)}`);
  }

  async addPhotos(count: number, album = this.#first): Promise<void> {
    await this.#api.upload(album.id, await colouredPhotos(count, { first: this.#photosMade }));
    this.#photosMade += count;
  }

  /** One of an album; an empty one gets a photo. */
  async deletePhoto(random: Random, album = this.#first): Promise<void> {
    const photos = await this.photos(album);
    if (photos.length === 0) return this.addPhotos(1, album);
    const filenames = photos.slice(random(photos.length)).slice(0, 1);
    await this.#api.ask(`DELETE ${API_PATHS.albumPhotos(album.id)}`, { filenames });
  }

  async dispose(): Promise<void> {
    await this.road.close();
    await this.#server.dispose();
    await this.#neighbours?.dispose();
    for (const folder of this.#builds) rmSync(folder, { recursive: true, force: true });
  }

  get #first(): Album {
    const [album] = this.albums;
    if (!album) throw new Error('There is no album');
    return album;
  }

  #serve(folder: string): void {
    this.#builds.push(folder);
    this.road.build = folder;
  }
}
