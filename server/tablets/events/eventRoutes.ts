import { API_PATTERNS } from '#contract/paths.ts';
import type { CredentialChanges } from '#server/core/access/credentialChanges.ts';
import type { Credentials } from '#server/core/access/credentials.ts';
import { keyOf, KIOSKS, tabletOf } from '#server/core/access/access.ts';
import { beginStream, whenClosed } from '#server/core/http/serverEvents.ts';
import { file } from '#server/core/http/responses.ts';
import type { TypedApp } from '#server/core/http/typedApp.ts';
import { TABLETS } from '#server/core/limits.ts';
import type { AlbumState } from '#server/photos/albums/albumStateQueries.ts';
import type { AlbumLists } from '#server/photos/albums/albumLists.ts';
import type { TabletWatch } from '../registry/tabletWatch.ts';
import { AlbumEvents } from './albumEvents.ts';
import { endRevokedStreams, EventStream } from './eventStream.ts';
import type { TabletListeners } from './tabletListeners.ts';

interface EventServices {
  tabletListeners: TabletListeners;
  tabletWatch: Pick<TabletWatch, 'silentForMs'>;
  credentials: Pick<Credentials, 'activeKeys'>;
  credentialChanges: Pick<CredentialChanges, 'subscribe'>;
  photos: { lists: Pick<AlbumLists, 'onWrite'>; albumStates: () => Promise<AlbumState[]> };
  now: () => number;
}

const schema = {
  tags: ['Tablets'],
  summary: 'A stream of events for this tablet',
  description:
    'Server-sent events: `alive`, `albums`, `settings`, `command` and `revoked`, with a comment every 25 s. The key may be in the query as `apiKey`, because a browser sends no header here.',
  response: { 200: file('The stream, without an end', 'text/event-stream') },
};

/** The stream of events for tablets. */
export function registerEventRoute(app: TypedApp, services: EventServices): void {
  const { tabletListeners: listeners, tabletWatch, credentialChanges, photos } = services;
  const onError = (error: unknown) => app.log.error({ err: error }, 'Tablets could not be notified of a change');
  const albumEvents = new AlbumEvents({ read: photos.albumStates, listeners, onError });
  const revokedStreams = endRevokedStreams({ ...services, listeners, onError });
  const unsubscribeFromWrites = photos.lists.onWrite(() => albumEvents.wrote());
  // Also fires after a write by another process.
  const unsubscribeFromChanges = credentialChanges.subscribe(() => albumEvents.wrote());
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    unsubscribeFromWrites();
    unsubscribeFromChanges();
    albumEvents.close();
    revokedStreams.close();
    listeners.closeAll();
  });

  const options = {
    config: { access: KIOSKS, scope: 'filtered' as const, keyInQuery: true as const },
    schema,
    exposeHeadRoute: false,
  };
  app.get(API_PATTERNS.kioskEvents, options, async (request, reply) => {
    const principal = keyOf(request);
    const tabletId = tabletOf(request);
    await albumEvents.prepare();
    const isHeardOf = () => tabletWatch.silentForMs(tabletId) < TABLETS.silentMs;
    const stream = new EventStream({ tabletId, principal, output: beginStream(reply), isHeardOf });
    const remove = listeners.add(stream);
    whenClosed(reply, () => {
      stream.stop();
      remove();
    });
    if (isClosing) stream.close();
    else revokedStreams.checkSoon();
  });
}
