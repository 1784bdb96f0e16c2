import { type AlertJobs, startAlerts } from './alerts/startAlerts.ts';
import { reasonOf } from './errors.ts';
import type { TypedApp } from './http/typedApp.ts';
import { type BridgeParts, startMqttBridge } from './mqtt/startMqttBridge.ts';
import type { MissingSizes } from './photos/maintenance/missingSizes.ts';
import { emptyTrashRegularly, type TrashJob } from './photos/trash/trashRoutes.ts';
import type { WebpMaker } from './photos/webp/webpMaker.ts';

interface IdleServices {
  photos: { missingSizes: MissingSizes; webpMaker: WebpMaker | undefined };
}

/** Starts the work that no request asks for. It ends when the app closes. */
export function startJobs(app: TypedApp, parts: AlertJobs & BridgeParts & TrashJob & IdleServices): void {
  startAlerts(app, parts);
  startMqttBridge(app, parts);
  emptyTrashRegularly(app, parts);
  workWhileIdle(app, parts);
}

/** The work on photos while nobody uploads. */
function workWhileIdle(app: TypedApp, { photos: { missingSizes, webpMaker } }: IdleServices): void {
  const warn = (sentence: string) => (error: unknown) => app.log.warn({ reason: reasonOf(error) }, sentence);
  missingSizes.run().catch(warn('The sizes and focuses of old photos could not be stored; the next start tries again'));
  webpMaker?.start(warn('Images in WebP could not be made; it is tried again in a minute'));
}
