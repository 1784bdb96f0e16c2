import type { Locator, Page, TestInfo } from '@playwright/test';
import sharp from 'sharp';
import { axeFindings } from '#support/browser/axe.ts';
import { expect } from '#support/browser/e2e.ts';

/** The page's use of cameras and canvases, noted by `watchCamera`. */
export interface CameraNotes {
  asked: MediaStreamConstraints[];
  /** Cameras that were handed out. */
  opened: number;
  liveTracks: number;
  /** Pixels held by canvases that are still about. */
  canvasPixels: number;
}

declare global {
  interface Window {
    cameraNotes: () => CameraNotes;
  }
}

/** Listens in on the real camera and the real canvases: nothing is replaced, every call goes through. */
export async function watchCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const asked: MediaStreamConstraints[] = [];
    const streams: MediaStream[] = [];
    const canvases: HTMLCanvasElement[] = [];
    const devices = navigator.mediaDevices;
    const open = devices?.getUserMedia.bind(devices);
    if (devices) {
      devices.getUserMedia = async (constraints) => {
        asked.push(constraints ?? {});
        const stream = await open(constraints);
        streams.push(stream);
        return stream;
      };
    }
    const create = document.createElement.bind(document);
    document.createElement = (...args: Parameters<typeof create>) => {
      const element = create(...args);
      if (element instanceof HTMLCanvasElement) canvases.push(element);
      return element;
    };
    window.cameraNotes = () => ({
      asked,
      opened: streams.length,
      liveTracks: streams.flatMap((each) => each.getTracks()).filter(({ readyState }) => readyState === 'live').length,
      canvasPixels: canvases.reduce((sum, { width, height }) => sum + width * height, 0),
    });
  });
}

/** The screen as a player uses it. */
export class CodenamesPage {
  readonly take: Locator;
  readonly tryAgain: Locator;
  readonly usePhoto: Locator;
  readonly startOver: Locator;
  readonly targets: Locator;
  readonly photo: Locator;
  readonly cells: Locator;
  readonly status: Locator;

  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.take = page.getByRole('button', { name: 'Take Photo' });
    this.tryAgain = page.getByRole('button', { name: 'Try Again' });
    this.usePhoto = page.getByRole('button', { name: 'Use Photo' });
    this.startOver = page.getByRole('button', { name: 'Start Over' });
    this.targets = page.locator('button[aria-pressed]');
    this.photo = page.getByRole('img', { name: 'The board' });
    this.cells = page.getByRole('button', { name: /^row \d, column \d/ });
    this.status = page.getByRole('status');
  }

  target(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  cell(row: number, column: number): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^row ${row}, column ${column}(?:,|$)`) });
  }

  notes(): Promise<CameraNotes> {
    return this.page.evaluate(() => window.cameraNotes());
  }

  async takePhoto(): Promise<void> {
    await this.take.click();
    await expect(this.usePhoto).toBeVisible();
  }

  async useFirstPhoto(): Promise<void> {
    await this.takePhoto();
    await this.usePhoto.click();
    await expect(this.cells).toHaveCount(25);
  }

  /** Presses a button of the dialog behind 'More'. */
  async pressInMore(name: string): Promise<void> {
    await this.page.getByRole('button', { name: 'More' }).click();
    await this.page.getByRole('dialog', { name: 'At the table' }).getByRole('button', { name }).click();
  }

  async adjustGrid(): Promise<void> {
    await this.pressInMore('Adjust the grid');
  }

  /** The photo's own bytes. */
  async photoBytes(): Promise<Buffer> {
    const source = (await this.photo.getAttribute('src')) ?? '';
    expect(source.slice(0, 23), 'the photo is a JPEG data URL').toBe('data:image/jpeg;base64,');
    return Buffer.from(source.slice(23), 'base64');
  }

  /** The cells' outer edges on the photo, in fractions of the photo. */
  async gridOnPhoto(): Promise<number[]> {
    return this.page.evaluate(() => {
      const photo = document.querySelector('img[alt="The board"]')?.getBoundingClientRect();
      const boxes = [...document.querySelectorAll('[data-cell]')].map((cell) => cell.getBoundingClientRect());
      if (!photo) return [];
      return [
        (Math.min(...boxes.map(({ left }) => left)) - photo.left) / photo.width,
        (Math.min(...boxes.map(({ top }) => top)) - photo.top) / photo.height,
        (Math.max(...boxes.map(({ right }) => right)) - photo.left) / photo.width,
        (Math.max(...boxes.map(({ bottom }) => bottom)) - photo.top) / photo.height,
      ];
    });
  }

  /** The overlay's outer edges on the live picture, in fractions of it. */
  async gridOnCamera(): Promise<number[]> {
    await this.#settled('video, video + svg path');
    return this.page.evaluate(() => {
      const video = document.querySelector('video')?.getBoundingClientRect();
      const grid = document.querySelector('video + svg path')?.getBoundingClientRect();
      if (!video || !grid) return [];
      return [
        (grid.left - video.left) / video.width,
        (grid.top - video.top) / video.height,
        (grid.right - video.left) / video.width,
        (grid.bottom - video.top) / video.height,
      ];
    });
  }

  /** The screen's colour a quarter down each cell: above the word, beside the lines. */
  async cellColours(): Promise<Map<string, { red: number; green: number }>> {
    await this.#settled('img[alt="The board"], [data-cell]');
    const places = await this.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-cell]')].map((cell) => {
        const { left, top, width, height } = cell.getBoundingClientRect();
        return { key: cell.dataset.cell ?? '', x: Math.round(left + width / 2), y: Math.round(top + height * 0.3) };
      }),
    );
    const { data, info } = await sharp(await this.page.screenshot())
      .raw()
      .toBuffer({ resolveWithObject: true });
    return new Map(
      places.map(({ key, x, y }) => {
        const at = (y * info.width + x) * info.channels;
        return [key, { red: data[at] ?? 0, green: data[at + 1] ?? 0 }];
      }),
    );
  }

  async expectAccessible(): Promise<void> {
    expect(await axeFindings(this.page)).toEqual([]);
  }

  /** Waits until these stay where they are for a frame: what is measured of a resized picture is rendered a frame later. */
  #settled(selector: string): Promise<void> {
    return this.page.evaluate(async (parts) => {
      const places = () =>
        [...document.querySelectorAll(parts)].map((part) => JSON.stringify(part.getBoundingClientRect())).join();
      let before;
      do {
        before = places();
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      } while (places() !== before);
    }, selector);
  }

  /** No control is cut off, and each is large enough for a thumb, once the board has taken the size of its screen. */
  async expectThumbSized(smallest = 48): Promise<void> {
    await expect.poll(() => this.#wrongControls(smallest)).toEqual([]);
  }

  #wrongControls(smallest: number): Promise<string[]> {
    return this.page.evaluate((least) => {
      const rows = [...document.querySelectorAll('button')].map((button) => {
        const { left, top, right, bottom, width, height } = button.getBoundingClientRect();
        const name = button.getAttribute('aria-label') ?? button.textContent;
        if (width + 0.5 < least || height + 0.5 < least) return `${name} is ${width} × ${height}`;
        const outside = left < -12 || top < -12 || right > innerWidth + 12 || bottom > innerHeight + 12;
        return outside ? `${name} is off the screen` : '';
      });
      const scrolls = document.querySelector('main')!;
      if (scrolls.scrollWidth > scrolls.clientWidth) rows.push('the screen scrolls sideways');
      return rows.filter(Boolean);
    }, smallest);
  }

  /** Attaches a picture for a person to look at. By hand: LOOK=1 npx playwright test codenames */
  async look(testInfo: TestInfo, name: string): Promise<void> {
    if (!process.env.LOOK) return;
    const path = testInfo.outputPath(`${name}.png`);
    await this.page.screenshot({ path });
    await testInfo.attach(name, { path, contentType: 'image/png' });
  }
}
