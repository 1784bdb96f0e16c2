import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchOptions, Page } from '@playwright/test';
import { writeBoardFilm } from '#support/pictures/boardCamera.ts';
import { CodenamesPage, watchCamera } from './codenamesPage.ts';
import { test as base } from '#support/browser/e2e.ts';

/** The picture that the fake camera films. */
export const FILM = { width: 1920, height: 1080 };
export const PORTRAIT = { width: 390, height: 844 };

interface Fixtures {
  game: CodenamesPage;
}

/** A browser whose camera films a table with a board on it. */
export const test = base.extend<Fixtures, { launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({ launchOptions }, provide) => {
      const folder = mkdtempSync(join(tmpdir(), 'board-film-'));
      const film = join(folder, 'board.y4m');
      await writeBoardFilm(film, FILM);
      const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
      await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] });
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  game: async ({ page, server }, provide) => {
    await watchCamera(page);
    await page.goto(`${server.origin}/codenames`);
    await provide(new CodenamesPage(page));
  },
});

/** Answers the next question the page asks, and says what it was. */
export async function answerNextQuestion(page: Page, accept: boolean): Promise<string> {
  return new Promise((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.message());
      void (accept ? dialog.accept() : dialog.dismiss());
    });
  });
}
