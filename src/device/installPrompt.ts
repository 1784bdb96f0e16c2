import { createObservable, useObservable } from '../state/observable.ts';

/** Chromium's event; TypeScript's library does not know it. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

const offer = createObservable<InstallEvent | undefined>(undefined);

function isInstallEvent(event: Event): event is InstallEvent {
  return 'prompt' in event;
}

function keep(event: Event): void {
  if (!isInstallEvent(event)) return;
  event.preventDefault();
  offer.set(event);
}

/** For the first frame: the browser makes its offer long before the app is there to listen. */
export function keepEarlyInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.circuitTreeOffer ??= event;
  });
}

/** Keeps the browser's offer until a person asks for it. */
export function watchInstallPrompt(): void {
  if (window.circuitTreeOffer) keep(window.circuitTreeOffer);
  window.addEventListener('beforeinstallprompt', keep);
  window.addEventListener('appinstalled', () => offer.set(undefined));
}

/** Asks the browser to install the page's app; undefined while the browser does not offer it. */
export function useInstall(): (() => void) | undefined {
  const event = useObservable(offer);
  if (!event) return undefined;
  return () => {
    offer.set(undefined);
    void event.prompt();
  };
}
