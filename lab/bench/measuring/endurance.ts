import { ApiClient } from '#scripts/run/apiClient.ts';
import { colouredPhotos } from '#support/kiosk/kioskLibrary.ts';
import { ServerProcess } from '#scripts/run/serverProcess.ts';
import { longestOf, NO_STALL, WallKiosk, type Figures, type Stall } from './wallKiosk.ts';

export const LIMITS = { heapGrowth: 1.05, images: 7, stallMs: 100 };
/** The number of slides without the server. */
const ADVANCES_WITHOUT_SERVER = 50;
/** A list is requested again after 5 minutes. */
const ADVANCES_UNTIL_LIST_IS_DUE = 4;
/** The first response after a silence may be a stored one of the worker. */
const LISTS_AT_MOST = 12;
const PHOTOS = 24;
export const PHOTO_SIZE = { width: 1600, height: 1067 };
const SLUG = 'soak';

interface Wall {
  /** Fills the album; absent: with plain photos. Returns how many photos that were. */
  fill?: (api: ApiClient, albumId: string) => Promise<number>;
  /** The factor by which the page's thread is slower than this machine's. */
  slowDown?: number;
  /** Called for each photo that has come on screen. */
  onShown?: (kiosk: WallKiosk) => Promise<void>;
}

export interface Endured {
  /** After the warm-up, and at the end. */
  first: Figures;
  last: Figures;
  /** The longest of all between those two. */
  stall: Stall;
  errors: readonly string[];
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(2)} MB`;
}

function stallText({ ms, workMs }: Stall): string {
  return `longest stall ${ms.toFixed(0)} ms, work in one ${workMs.toFixed(0)} ms`;
}

async function plainPhotos(api: ApiClient, albumId: string): Promise<number> {
  await api.upload(albumId, await colouredPhotos(PHOTOS, PHOTO_SIZE));
  return PHOTOS;
}

/** The real server, and a kiosk in real Chromium that shows slide after slide. */
export class Endurance {
  readonly #server: ServerProcess;
  readonly #api: ApiClient;
  readonly #albumId: string;
  readonly #kiosk: WallKiosk;
  readonly #onShown: Wall['onShown'];
  #advances = 0;
  #photos: number;
  #first: Figures | undefined;
  #last: Figures | undefined;
  #stall = NO_STALL;

  private constructor(
    server: ServerProcess,
    album: { api: ApiClient; albumId: string; photos: number },
    wall: { kiosk: WallKiosk; onShown: Wall['onShown'] },
  ) {
    this.#server = server;
    this.#api = album.api;
    this.#albumId = album.albumId;
    this.#photos = album.photos;
    this.#kiosk = wall.kiosk;
    this.#onShown = wall.onShown;
  }

  static async begin({ fill = plainPhotos, slowDown, onShown }: Wall = {}): Promise<Endurance> {
    const server = await new ServerProcess().start();
    const api = await ApiClient.signedIn(server.origin);
    const { id: albumId } = await api.createAlbum('Soak', SLUG);
    const photos = await fill(api, albumId);
    const key = encodeURIComponent(server.kioskKey);
    const url = `${server.origin}/circuit-tree/photos/${SLUG}?apiKey=${key}&slideshow=true`;
    const kiosk = await WallKiosk.open(url, slowDown === undefined ? {} : { slowDown });
    return new Endurance(server, { api, albumId, photos }, { kiosk, onShown });
  }

  /**
   * All later actions have happened once before the first figures: code that first runs later would look like growth.
   */
  async warmUp(advances: number): Promise<string> {
    await this.#untilStored();
    await this.addPhoto();
    await this.restartServer();
    while (this.#advances < advances) await this.advance();
    this.#first = await this.#kiosk.figures();
    return this.#line(this.#first);
  }

  async advance(): Promise<void> {
    await this.#kiosk.advance();
    this.#advances += 1;
    await this.#onShown?.(this.#kiosk);
  }

  async look(): Promise<string> {
    this.#last = await this.#kiosk.figures();
    this.#stall = longestOf(this.#stall, this.#last.longestStall);
    return this.#line(this.#last);
  }

  async addPhoto(): Promise<void> {
    await this.#api.upload(this.#albumId, await colouredPhotos(1, { first: this.#photos, ...PHOTO_SIZE }));
    this.#photos += 1;
    await this.#untilStored();
  }

  async restartServer(): Promise<void> {
    await this.#server.stop();
    for (let slide = 0; slide < ADVANCES_WITHOUT_SERVER; slide += 1) await this.advance();
    await this.#server.start();
  }

  result(): Endured {
    const [first, last] = [this.#first, this.#last];
    if (!first || !last) throw new Error('Nobody has looked before and after');
    return { first, last, stall: this.#stall, errors: this.#kiosk.errors };
  }

  async end(): Promise<void> {
    await this.#kiosk.close();
    await this.#server.dispose();
  }

  /**
   * The wall knows all photos and has stored them, and its bar says so: otherwise two checks would see different pages.
   */
  async #untilStored(): Promise<void> {
    for (let asked = 0; !(await this.#kiosk.hasStored(this.#photos)); asked += 1) {
      if (asked === LISTS_AT_MOST) throw new Error(`${this.#photos} photos never came`);
      for (let slide = 0; slide < ADVANCES_UNTIL_LIST_IS_DUE; slide += 1) await this.advance();
    }
  }

  #line(figures: Figures): string {
    return (
      `${String(this.#advances).padStart(6)} advances  heap ${megabytes(figures.heapBytes)}  ` +
      `kept ${megabytes(figures.keptBytes)}  nodes ${figures.nodes}  ` +
      `listeners ${figures.listeners}  live images ${figures.images}  videos ${figures.videos}  stored ${megabytes(figures.storedBytes)}  ` +
      `${stallText(figures.longestStall)}  errors ${this.#kiosk.errors.length}`
    );
  }
}
