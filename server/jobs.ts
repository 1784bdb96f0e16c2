import { startAlerts } from './alerts/startAlerts.ts';
import type { Dependencies } from './dependencies.ts';
import { reasonOf } from './core/errors.ts';
import type { TypedApp } from './core/http/typedApp.ts';
import type { BrokerPings } from './mqtt/brokerPings.ts';
import { startMqttBridge } from './mqtt/startMqttBridge.ts';
import type { Nodes } from './nodes/registry/loadNodes.ts';
import { joinPeers, removeUnfinishedUploads } from './library/libraryStart.ts';
import type { MissingFacts } from './photos/facts/missingFacts.ts';
import { emptyTrashRegularly } from './photos/trash/trashRoutes.ts';
import type { WebpMaker } from './photos/webp/webpMaker.ts';

type JobParts = Dependencies & Nodes & { brokerPings: BrokerPings; isAlone: boolean };

interface IdleServices {
  photos: { missingFacts: MissingFacts; webpMaker: WebpMaker | undefined };
}

/** Joins the other servers on the database, before the app is made; resolves to whether there are none. */
export async function join(dependencies: Dependencies): Promise<boolean> {
  const isAlone = await joinPeers(dependencies);
  await dependencies.sealing.moveOut();
  if (isAlone) await dependencies.setUpLinks.endAll();
  return isAlone;
}

/** Starts the work that no request asks for. It ends when the app closes. */
export async function startJobs(app: TypedApp, parts: JobParts): Promise<void> {
  await removeUnfinishedUploads(app, parts);
  startAlerts(app, parts);
  startMqttBridge(app, parts);
  emptyTrashRegularly(app, parts);
  workWhileIdle(app, parts);
}

/** The work on photos while nobody uploads. */
function workWhileIdle(app: TypedApp, { photos: { missingFacts, webpMaker } }: IdleServices): void {
  const warn = (sentence: string) => (error: unknown) => app.log.warn({ reason: reasonOf(error) }, sentence);
  missingFacts.run().catch(warn('The sizes and focuses of old photos could not be stored; the next start tries again'));
  webpMaker?.start(warn('Images in WebP could not be made; it is tried again in a minute'));
}
