import { ApiClient } from '../support/apiClient.ts';
import { colouredPhotos } from '../support/kioskLibrary.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { WallKiosk, type Figures } from './wallKiosk.ts';

/** What later figures are held against: caches are full and code is compiled by then. */
export const WARM_UP_ADVANCES = 100;
export const LIMITS = { heapGrowth: 1.05, images: 7, stallMs: 100 };
const PHOTOS = 24;
const PHOTO_SIZE = { width: 1600, height: 1067 };
const SLUG = 'soak';

export interface Endured {
  /** After the first 100 advances, and at the end. */
  first: Figures;
  last: Figures;
  /** The longest of all between those two. */
  stallMs: number;
  errors: readonly string[];
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(2)} MB`;
}

/** The real server, and a kiosk in real Chromium that shows slide after slide. */
export class Endurance {
  private readonly server: ServerProcess;
  private readonly api: ApiClient;
  private readonly albumId: string;
  private readonly kiosk: WallKiosk;
  private advances = 0;
  private photos = PHOTOS;
  private first: Figures | undefined;
  private last: Figures | undefined;
  private stallMs = 0;

  private constructor(server: ServerProcess, album: { api: ApiClient; albumId: string }, kiosk: WallKiosk) {
    this.server = server;
    this.api = album.api;
    this.albumId = album.albumId;
    this.kiosk = kiosk;
  }

  static async begin(): Promise<Endurance> {
    const server = await new ServerProcess().start();
    const api = await ApiClient.signedIn(server.origin);
    const { id: albumId } = await api.createAlbum('Soak', SLUG);
    await api.upload(albumId, await colouredPhotos(PHOTOS, PHOTO_SIZE));
    const key = encodeURIComponent(server.kioskKey);
    const kiosk = await WallKiosk.open(`${server.origin}/circuit-tree/photos/${SLUG}?apiKey=${key}&slideshow=true`);
    return new Endurance(server, { api, albumId }, kiosk);
  }

  async advance(): Promise<void> {
    await this.kiosk.advance();
    this.advances += 1;
    if (this.advances === WARM_UP_ADVANCES) this.first = await this.kiosk.figures();
  }

  async look(): Promise<string> {
    const figures = this.advances === WARM_UP_ADVANCES && this.first ? this.first : await this.kiosk.figures();
    this.last = figures;
    if (this.first && this.first !== figures) this.stallMs = Math.max(this.stallMs, figures.longestStallMs);
    return (
      `${String(this.advances).padStart(6)} advances  heap ${megabytes(figures.heapBytes)}  nodes ${figures.nodes}  ` +
      `listeners ${figures.listeners}  live images ${figures.images}  stored ${megabytes(figures.storedBytes)}  ` +
      `longest stall ${figures.longestStallMs.toFixed(0)} ms  errors ${this.kiosk.errors.length}`
    );
  }

  async addPhoto(): Promise<void> {
    await this.api.upload(this.albumId, await colouredPhotos(1, { first: this.photos, ...PHOTO_SIZE }));
    this.photos += 1;
  }

  async stopServer(): Promise<void> {
    await this.server.stop();
  }

  async startServer(): Promise<void> {
    await this.server.start();
  }

  result(): Endured {
    const { first, last, stallMs } = this;
    if (!first || !last) throw new Error(`Too short: the first ${WARM_UP_ADVANCES} advances only warm up`);
    return { first, last, stallMs, errors: this.kiosk.errors };
  }

  async end(): Promise<void> {
    await this.kiosk.close();
    await this.server.dispose();
  }
}
