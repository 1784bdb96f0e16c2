import { DEFAULT_TABLET_SETTINGS, type TabletSettings } from '../contract/tablets.ts';
import { tabletSettingsFrom } from '../domain/tablets/tabletSettings.ts';
import { onReconnect } from '../offline/connection.ts';
import { createObservable, useObservable } from '../state/observable.ts';
import { storedTablet, storeTablet } from './storedTablet.ts';

const ASK_EVERY_MS = 15 * 60_000;
/** The first screen is painted before the server is asked. */
const FIRST_ASKED_AFTER_MS = 1_000;

const settings = createObservable<TabletSettings>(DEFAULT_TABLET_SETTINGS);
let keyInUse = '';

/** The settings of this tablet: those that an admin made, or the defaults. */
export function useTabletSettings(): TabletSettings {
  return useObservable(settings);
}

/** Called with a kiosk's key before its first screen is shown, which is then shown with the settings stored for it. */
export function takeUpTablet(apiKey: string): void {
  if (apiKey === keyInUse) return;
  keyInUse = apiKey;
  settings.set(tabletSettingsFrom(storedTablet(apiKey)?.settings));
}

/**
 * Asks the server for the settings of this tablet. Without a response the tablet keeps those that it has, for as long as
 * its key lives.
 */
export async function refreshTabletSettings(): Promise<void> {
  const apiKey = keyInUse;
  if (apiKey === '') return;
  // Loaded later, since the kiosk's home needs none of it.
  const { loadTablet } = await import('./loadTablet.ts');
  const tablet = await loadTablet(apiKey);
  if (!tablet || apiKey !== keyInUse) return;
  storeTablet(apiKey, tablet);
  if (JSON.stringify(tablet.settings) !== JSON.stringify(settings.get())) settings.set(tablet.settings);
}

function refresh(): void {
  void refreshTabletSettings().catch(() => undefined);
}

/** Keeps the settings of this key's tablet fresh until the returned function is called. */
export function keepTabletFresh(apiKey: string): () => void {
  takeUpTablet(apiKey);
  const first = setTimeout(refresh, FIRST_ASKED_AFTER_MS);
  const timer = setInterval(refresh, ASK_EVERY_MS);
  const unsubscribe = onReconnect(refresh);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    unsubscribe();
    keyInUse = '';
  };
}
