import { createObservable, useObservable } from '#src/shared/state/observable.ts';

/** Chromium's `beforeinstallprompt` event, which TypeScript's library does not declare. */
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

/** Called by the script of the first frame, because the browser fires this event before the app's code is loaded. */
export function keepEarlyInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.circuitTreeOffer ??= event;
  });
}

/** Stores the browser's offer to install the app until a person accepts it. */
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
