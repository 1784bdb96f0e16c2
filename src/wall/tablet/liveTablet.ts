import { fetchOwnTablet } from '#src/shared/api/ownTablet.ts';
import type { TabletCommand } from '#contract/tablets/schemas.ts';
import type { KioskEvent } from '#domain/tablets/kioskEvent.ts';
import { isRecord } from '#domain/records.ts';
import { repeat, sleep } from '#domain/timing.ts';
import { reportKeyDoubt } from '#src/shared/kioskKey/kioskKey.ts';
import { askWorker } from '#src/shared/offline/bridge.ts';
import { commandAwake } from '#src/shared/tablet/dark.ts';
import { TabletEvents } from './eventStream.ts';
import { setMessage } from './message.ts';
import { refreshKnownSettings, refreshTabletSettings } from '#src/shared/tablet/settings.ts';
import { commandSlideshow } from '#src/shared/tablet/slideshowControl.ts';
import { storedTablet } from '#src/shared/device/storedTablet.ts';

/** The handlers of the screens for the server's messages. */
interface TabletScreens {
  /** Albums may have changed. */
  onAlbums: () => void;
  /** Stores missing photos; `all` checks every photo again. */
  onWarmUp: (all?: 'all') => void;
  /** `filename`: the photo of the album to begin with. */
  onShow: (albumId: string, filename?: string) => void;
  onIdentify: (name: string) => void;
}

/** The timeout for a reply that the worker can send at once. */
const WORKER_MS = 500;
/** A revoked key is noticed within a minute, also where no stream of events gets through. */
const CHECK_WITHOUT_STREAM_MS = 45_000;

/** Keeps this tablet in contact with the server until the returned function is called. */
export function startLiveTablet(apiKey: string, screens: TabletScreens): () => void {
  let isFirstStream = true;

  async function identify(): Promise<void> {
    const tablet = await fetchOwnTablet(apiKey);
    if (typeof tablet === 'object') screens.onIdentify(tablet.name);
  }

  /** The worker would send stored lists at once if the network was slow a moment ago. */
  async function loadLists(): Promise<void> {
    await Promise.race([askWorker({ type: 'albums-changed' }), sleep(WORKER_MS)]).catch(() => undefined);
    screens.onAlbums();
  }

  function carryOut(command: TabletCommand): void {
    const { command: name } = command;
    if (name === 'identify') void identify();
    else if (name === 'show') screens.onShow(command.albumId, command.filename);
    else if (name === 'warm') {
      void loadLists();
      screens.onWarmUp('all');
    } else if (name === 'reload') window.location.reload();
    else if (name === 'message') setMessage(command.text);
    else if (name === 'awake') commandAwake(command.on);
    else commandSlideshow(name);
  }

  function onEvent(event: KioskEvent): void {
    if (event.event === 'command') carryOut(event.command);
    if (event.event === 'settings') void refreshTabletSettings().catch(() => undefined);
    if (event.event === 'revoked') reportKeyDoubt(apiKey);
    if (event.event !== 'albums') return;
    void loadLists();
    // The guest code disappears with its album, and comes back with it.
    if (showsCode(apiKey)) void refreshTabletSettings().catch(() => undefined);
    screens.onWarmUp();
  }

  function onListening(hasFailed: boolean): void {
    void loadLists();
    void refreshKnownSettings().catch(() => undefined);
    // At the start, the warm-up has just begun.
    if (!isFirstStream || hasFailed) screens.onWarmUp();
    isFirstStream = false;
  }

  const doubt = () => reportKeyDoubt(apiKey);
  const events = new TabletEvents({ apiKey, onEvent, onListening, onRefused: doubt });
  const stopChecking = repeat(CHECK_WITHOUT_STREAM_MS, () => {
    if (!events.isListening) doubt();
  });
  return () => {
    events.close();
    stopChecking();
  };
}

/** Whether an admin has chosen a guest code. */
function showsCode(apiKey: string): boolean {
  const settings = storedTablet(apiKey)?.settings;
  return isRecord(settings) && typeof settings.guestShareId === 'string';
}
