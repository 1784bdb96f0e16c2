import { sleep, withTimeout } from '#domain/timing.ts';
import { goesBack, isOnTrial, launched, launchEnded, launchStood } from '#domain/shellHealth.ts';
import type { LaunchEnd } from '#domain/shellHealth.ts';
import { isWaitingForServer } from '../api/callsInFlight.ts';
import { changeHealth, readHealth, verifyStoredShell } from './storedShell.ts';
import { ownShell } from './shellEntries.ts';

declare const self: ServiceWorkerGlobalScope;

const CHECK_EVERY_MS = 1_000;
/**
 * In checks: a page that is visible, has received all responses, and still shows no screen after this time has failed.
 */
const CHECKS_TO_STAND = 20;
/** In checks: pages that are left sooner say nothing about the build. */
const CHECKS_TO_COUNT = 5;
/** In checks: the longest watch, since a page in a hidden tab may show no screen for days. */
const CHECKS_AT_MOST = 60;
/** The timeout for asking the browser about a page: it may ask the page itself, and one that hangs does not respond. */
const CLIENT_TIMEOUT_MS = 500;

interface Watch {
  /** Resolves when the launch is stored. */
  isNoted: Promise<unknown>;
  stop: () => void;
}

/** By the page's id, until the end of its launch is stored. */
const watched = new Map<string, Watch>();

type Sight = 'seen' | 'hidden' | 'gone';

async function sightOf(page: string): Promise<Sight> {
  const client = await withTimeout(self.clients.get(page), CLIENT_TIMEOUT_MS, () => 'hangs' as const);
  if (client === 'hangs') return 'seen';
  if (!client) return 'gone';
  return client instanceof WindowClient && client.visibilityState === 'hidden' ? 'hidden' : 'seen';
}

/** Time is counted in checks, so that a tablet that slept, a hidden tab and a slow server do not count. */
async function endOf(page: string): Promise<LaunchEnd> {
  let seen = 0;
  for (let check = 0; check < CHECKS_AT_MOST; check += 1) {
    await sleep(CHECK_EVERY_MS);
    if (!watched.has(page)) return 'void';
    const sight = await sightOf(page);
    if (sight === 'gone' && (seen > 0 || check > CHECKS_TO_COUNT))
      return seen < CHECKS_TO_COUNT ? 'void' : 'broken off';
    if (sight === 'seen' && !isWaitingForServer(page)) seen += 1;
    if (seen >= CHECKS_TO_STAND) return 'failed';
  }
  return 'void';
}

async function noteEnd(page: string, end: LaunchEnd): Promise<boolean> {
  watched.get(page)?.stop();
  if (end !== 'void') await verifyStoredShell();
  const health = await changeHealth((before) => launchEnded(before, page, end));
  watched.delete(page);
  return goesBack(health, ownShell().build);
}

/** Reloads a page, since nobody may be there to do it. Not every browser can reload a page that hangs. */
async function openAnew(page: string): Promise<void> {
  const client = await withTimeout(self.clients.get(page), CLIENT_TIMEOUT_MS, () => undefined);
  if (client instanceof WindowClient) await client.navigate(client.url).catch(() => undefined);
}

/** Call for each page that is opened from the shell. Makes sure that its launch succeeds. */
export async function watchLaunch(page: string): Promise<void> {
  const { build } = ownShell();
  if (page === '' || !isOnTrial(await readHealth(), build)) return;
  const isStopped = new Promise<'stopped'>((resolve) => {
    const isNoted = changeHealth((before) => launched(before, { page, build, watched: [...watched.keys()] }));
    watched.set(page, { isNoted, stop: () => resolve('stopped') });
  });
  const end = await Promise.race([isStopped, endOf(page)]);
  if (end === 'stopped') return;
  await noteEnd(page, end);
  if (end === 'failed') await openAnew(page);
}

/** Call when a page shows its first screen. */
export async function pageStands(page: string): Promise<void> {
  const watch = watched.get(page);
  watch?.stop();
  await watch?.isNoted;
  const { launches } = await readHealth();
  if (launches.includes(page)) await changeHealth((before) => launchStood(before, page, ownShell()));
  watched.delete(page);
}

/**
 * Call when a page reports that it cannot start. Returns whether a reload leads to the stored previous shell; false for
 * a page that already comes from it.
 */
export async function pageFails(page: string, entry: string | undefined): Promise<boolean> {
  const watch = watched.get(page);
  // The page is about to be reloaded, and would count as left early.
  watch?.stop();
  await watch?.isNoted;
  const { launches, kept } = await readHealth();
  const isOfStored = !launches.includes(page) && entry !== undefined && kept?.files.includes(entry);
  if (isOfStored) return false;
  return noteEnd(page, 'failed');
}
