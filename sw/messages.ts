import type { LaunchFailedResponse, MissingResponse, PageToWorker, WarmResponse } from '#contract/offline.ts';
import { isRecord } from '#domain/records.ts';
import { checkFormerKey, expectNews, trustNetworkAgain } from './api/apiStrategy.ts';
import { albumsShown } from './images/imageStore.ts';
import { noteScreen } from './images/fetchImage.ts';
import { missingImages, warmImage } from './images/warmUp.ts';
import { pageFails, pageStands } from './shell/launches.ts';
import { mendShell } from './shell/shell.ts';
import { keepShellBefore } from './shell/storedShell.ts';

declare const self: ServiceWorkerGlobalScope;

const TYPES: readonly string[] = [
  'missing',
  'warm',
  'former-key',
  'showing',
  'screen',
  'server-reachable',
  'albums-changed',
  'SKIP_WAITING',
  'standing',
  'launch-failed',
] satisfies PageToWorker['type'][];

function isPageMessage(value: unknown): value is PageToWorker {
  return isRecord(value) && typeof value.type === 'string' && TYPES.includes(value.type);
}

type Reply = MissingResponse | WarmResponse | LaunchFailedResponse | null;

async function replyTo(message: PageToWorker, clientId: string): Promise<Reply> {
  switch (message.type) {
    case 'missing':
      return missingImages(clientId, message.urls);
    case 'warm':
      return { outcome: await warmImage(clientId, message.url, message.spare !== true) };
    case 'former-key':
      await checkFormerKey(message.apiKey, message.url);
      break;
    case 'showing':
      await albumsShown(clientId, message.albumSlugs);
      break;
    case 'screen':
      await noteScreen(message.longSide);
      break;
    case 'server-reachable':
      trustNetworkAgain();
      await mendShell();
      break;
    case 'albums-changed':
      expectNews();
      break;
    case 'SKIP_WAITING':
      // The disk may have been too full for the copy when this build was installed.
      await keepShellBefore();
      await self.skipWaiting();
      break;
    case 'standing':
      await pageStands(clientId);
      break;
    case 'launch-failed':
      return { goesBack: await pageFails(clientId, message.entry) };
  }
  return null;
}

/** Does what a page asks for (src/contract/offline.ts) and replies through the message's port. */
export function handleMessage(event: ExtendableMessageEvent): void {
  const { data, source, ports } = event;
  if (!isPageMessage(data)) return;
  const clientId = source instanceof Client ? source.id : '';
  const reply = async () => {
    const content = await replyTo(data, clientId);
    ports[0]?.postMessage(content);
  };
  event.waitUntil(reply());
}
