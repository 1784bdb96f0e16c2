import { reasonOf } from '../errors.ts';
import type { TypedApp } from '../http/typedApp.ts';
import type { AlbumLists } from './albums/albumLists.ts';
import type { WebpMaker } from './webp/webpMaker.ts';
import type { MissingSizes } from './maintenance/missingSizes.ts';

interface IdleServices {
  photos: { lists: Pick<AlbumLists, 'albumTree'>; missingSizes: MissingSizes; webpMaker: WebpMaker | undefined };
}

/** What is done for photos while nobody uploads. To be called by the process that has locked the data folder. */
export function workWhileIdle(app: TypedApp, { photos: { lists, missingSizes, webpMaker } }: IdleServices): void {
  const warn = (sentence: string) => (error: unknown) => app.log.warn({ reason: reasonOf(error) }, sentence);
  // Before it listens: ten thousand covers take a third of a second, for which the first tablet would wait.
  app.addHook('onReady', async () => {
    await Promise.resolve(lists.albumTree(null)).catch(warn('The list of albums could not be read'));
  });
  missingSizes.run().catch(warn('The sizes of old photos could not be stored; the next start tries again'));
  webpMaker?.start(warn('Images in WebP could not be made; it is tried again in a minute'));
}
