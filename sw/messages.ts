import type { MissingResponse, PageToWorker, WarmResponse } from '../src/contract/offline.ts';
import { isRecord } from '../src/domain/records.ts';
import { albumsShown } from './imageStore.ts';
import { trustNetworkAgain } from './apiStrategy.ts';
import { mendShell } from './shell.ts';
import { missingImages, warmImage } from './warmUp.ts';

declare const self: ServiceWorkerGlobalScope;

const TYPES: readonly string[] = ['missing', 'warm', 'showing', 'server-reachable', 'SKIP_WAITING'];

function isPageMessage(value: unknown): value is PageToWorker {
  return isRecord(value) && typeof value.type === 'string' && TYPES.includes(value.type);
}

type Answer = MissingResponse | WarmResponse | null;

async function answerTo(message: PageToWorker, clientId: string): Promise<Answer> {
  switch (message.type) {
    case 'missing':
      return missingImages(clientId, message.urls);
    case 'warm':
      return { outcome: await warmImage(clientId, message.url) };
    case 'showing':
      await albumsShown(clientId, message.albumSlugs);
      break;
    case 'server-reachable':
      trustNetworkAgain();
      await mendShell();
      break;
    case 'SKIP_WAITING':
      await self.skipWaiting();
      break;
  }
  return null;
}

/** What the pages ask for (src/contract/offline.ts). */
export function answerPage(event: ExtendableMessageEvent): void {
  const { data, source, ports } = event;
  if (!isPageMessage(data)) return;
  const clientId = source instanceof Client ? source.id : '';
  const answer = async () => {
    const answered = await answerTo(data, clientId);
    ports[0]?.postMessage(answered);
  };
  event.waitUntil(answer());
}
