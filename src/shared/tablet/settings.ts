import { DEFAULT_TABLET_SETTINGS, type TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { idleForMs } from '#src/shared/device/lastInput.ts';
import { isRecord, textOf } from '#domain/records.ts';
import { repeat } from '#domain/timing.ts';
import { onceUntouched } from '#src/shared/offline/applyUpdates.ts';
import { onReconnect } from '#src/shared/offline/connection.ts';
import { createObservable, useObservable } from '#src/shared/state/observable.ts';
import { storedTablet, storeTablet } from '#src/shared/device/storedTablet.ts';
import { setTexts } from './texts.ts';

const ASK_EVERY_MS = 15 * 60_000;
/** The first screen is painted before the settings are requested. */
const FIRST_ASKED_AFTER_MS = 1_000;

const settings = createObservable<TabletSettings>(DEFAULT_TABLET_SETTINGS);
let keyInUse = '';
/** The last known settings of this key's tablet, which a full storage may not hold; undefined before the first ones. */
let known: Record<string, unknown> | undefined;
/** The sources of the settings and texts in use. */
let inUse = '';
/** Opens an address; undefined while no kiosk screen is shown. */
let open: ((address: string) => void) | undefined;
/** When the kiosk was opened. */
let openSinceMs = 0;
/** Stops waiting for a moment to go to the tablet's new first page. */
let endWait: () => void = () => undefined;
/** Counts the requests, and remembers which response is in use: an older one may arrive after a newer one. */
let asked = 0;
let taken = 0;

/** The settings of this tablet: those that an admin made, or the defaults. */
export function useTabletSettings(): TabletSettings {
  return useObservable(settings);
}

/** Called with a kiosk's key before its first screen is shown, so that it is shown with the key's stored settings. */
export function takeUpTablet(apiKey: string): void {
  if (apiKey === keyInUse) return;
  keyInUse = apiKey;
  known = storedTablet(apiKey);
  apply(known);
}

/** The tablet's first page, as far as it is known; '' for the home. */
export function beginsAt(): string {
  return textOf(known ?? {}, 'beginsAt');
}

function know(tablet: Record<string, unknown>): void {
  known = tablet;
  storeTablet(keyInUse, tablet);
}

function apply(tablet: { settings?: unknown; texts?: unknown } = {}): void {
  const made = JSON.stringify([tablet.settings, tablet.texts]);
  if (made === inUse) return;
  inUse = made;
  settings.set({ ...DEFAULT_TABLET_SETTINGS, ...(areSettings(tablet.settings) && tablet.settings) });
  setTexts(tablet.texts);
}

/**
 * Whether a stored value is a tablet's settings. Each value was checked before it was stored, but an older version of
 * the app stored fewer fields; settings with a field of another type are not used.
 */
function areSettings(stored: unknown): stored is Partial<TabletSettings> {
  const kinds = Object.entries(DEFAULT_TABLET_SETTINGS);
  return (
    isRecord(stored) &&
    kinds.every(([name, value]) => value === null || typeof (stored[name] ?? value) === typeof value)
  );
}

/**
 * Requests the settings of this tablet. Without a response the tablet keeps its settings, for as long as its key is
 * valid. A tablet that learns of its first page for the first time goes there, if nobody has touched it.
 */
export async function refreshTabletSettings(): Promise<void> {
  const apiKey = keyInUse;
  if (apiKey === '') return;
  asked += 1;
  const mine = asked;
  const before = known;
  // Loaded later, since the kiosk's home does not need it.
  const { loadTablet } = await import('./loadTablet.ts');
  const isInUse = () => apiKey === keyInUse;
  const loaded = await loadTablet(apiKey, isInUse);
  if (!loaded || !isInUse() || mine < taken) return;
  // The programme reached another rule meanwhile, so this response is about the rule before.
  if (known !== before) return refreshTabletSettings();
  taken = mine;
  const isBeginningDue =
    before !== undefined && (before.isBeginningDue === true || textOf(before, 'beginsAt') !== loaded.tablet.beginsAt);
  // Stored with the settings, since the page may be reloaded before the tablet is unused.
  know({ ...loaded.tablet, ...(isBeginningDue && { isBeginningDue }) });
  apply(loaded.tablet);
  if (before) return waitToBegin();
  if (loaded.address !== undefined && idleForMs() >= performance.now() - openSinceMs) open?.(loaded.address);
}

/**
 * Call when the stream of events begins: a change between the first response and now was told to nobody. Before the first
 * request it does nothing, since that one comes later.
 */
export async function refreshKnownSettings(): Promise<void> {
  if (asked > 0) await refreshTabletSettings();
}

/** Called when the programme has reached another rule: goes there as soon as nobody uses the tablet, by `idle`. */
export async function beginAt(address: string, idle: () => number): Promise<void> {
  if (!known || beginsAt() === address) return;
  know({ ...known, beginsAt: address, isBeginningDue: true });
  await waitToBegin(idle);
}

/** Goes to the tablet's first page as soon as nobody uses it, if a change of that page is pending. */
async function waitToBegin(idle = idleForMs): Promise<void> {
  const due = known;
  if (due?.isBeginningDue !== true) return;
  const { addressToBeginAt } = await import('#domain/tablets/beginningAddress.ts');
  if (known !== due || !open) return;
  const begin = open;
  endWait();
  endWait = onceUntouched(idle, () => {
    // Newer settings arrived meanwhile, and wait themselves.
    if (known !== due) return;
    // This comes first, so that the page is opened only once even if the rest fails.
    const { isBeginningDue: _carriedOut, ...tablet } = due;
    know(tablet);
    const address = addressToBeginAt(textOf(due, 'beginsAt'), window.location);
    if (address !== undefined) begin(address);
  });
}

function refreshQuietly(): void {
  refreshTabletSettings().catch(() => undefined);
}

/**
 * Keeps the settings of this key's tablet fresh until the returned function is called. `begin` is called with an
 * address when a new tablet, untouched at its start address, learns of another first page; and when an admin has
 * changed the first page, as soon as nobody uses the tablet.
 */
export function keepTabletFresh(apiKey: string, begin: (address: string) => void): () => void {
  takeUpTablet(apiKey);
  open = begin;
  openSinceMs = performance.now();
  void waitToBegin().catch(() => undefined);
  const first = setTimeout(refreshQuietly, FIRST_ASKED_AFTER_MS);
  const stopAsking = repeat(ASK_EVERY_MS, refreshQuietly);
  const unsubscribe = onReconnect(refreshQuietly);
  return () => {
    clearTimeout(first);
    stopAsking();
    unsubscribe();
    endWait();
    open = undefined;
    keyInUse = '';
  };
}
