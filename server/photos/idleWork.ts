import { reasonOf } from '../errors.ts';
import type { TypedApp } from '../http/typedApp.ts';
import type { WebpMaker } from './webp/webpMaker.ts';
import type { MissingSizes } from './maintenance/missingSizes.ts';

interface IdleServices {
  photos: { missingSizes: MissingSizes; webpMaker: WebpMaker | undefined };
}

/** Starts the work on photos that runs while nobody uploads. Call it in the process that has locked the data folder. */
export function workWhileIdle(app: TypedApp, { photos: { missingSizes, webpMaker } }: IdleServices): void {
  const warn = (sentence: string) => (error: unknown) => app.log.warn({ reason: reasonOf(error) }, sentence);
  missingSizes.run().catch(warn('The sizes of old photos could not be stored; the next start tries again'));
  webpMaker?.start(warn('Images in WebP could not be made; it is tried again in a minute'));
}
