/**
 * The rules of updates: what a start does by the state in the data folder. Each step is written there before it begins,
 * so that a start after a kill or a power cut at any moment can continue.
 */

/** A version of this program; `folder` is its folder within the data folder, null is the checkout itself. */
export interface Version {
  version: string;
  folder: string | null;
}

export interface Times {
  /** The time in which the new version must have responded for the first time. */
  startMs: number;
  /** The time for which the new version is watched, and accepts no writes. */
  watchMs: number;
  /** The interval of the checks, each of which fails without a timely response. */
  everyMs: number;
  answerMs: number;
}

const LEAST_START_MS = 4_000;
/**
 * The time for both starts. Nobody may wait ten seconds for a response, and ending a version and copying its database
 * take the rest.
 */
const BOTH_STARTS_MS = 9_000;

/**
 * The time in which a version has to start, from the time that its trial on a copy took, which included compiling. If
 * it hangs for that time, the earlier version has to start after it, which takes about as long again.
 */
export function startTimeOf(trialMs: number): number {
  const usual = Math.min(trialMs * 2 + 1_500, Math.max(trialMs * 1.2, BOTH_STARTS_MS - trialMs));
  return Math.round(Math.min(60_000, Math.max(LEAST_START_MS, usual)));
}

export interface Expected {
  /** The path of an image; null where there is none. */
  image: string | null;
}

interface Change {
  to: Version;
  /** The copy of the database, a file in the data folder, from before the change. */
  copy: string;
}

export type Step =
  /** Nothing of the running version is touched. */
  | { name: 'fetching' | 'building' | 'trying'; to: Version; pid?: number | undefined }
  /** The version before ends; then its database is copied aside. */
  | (Change & { name: 'switching'; times: Times; expected: Expected })
  /** The new version has been started on the database. */
  | (Change & { name: 'watching'; pid: number | null })
  /** The copy is put back; `why` is a message for people. */
  | (Change & { name: 'returning'; why: string });

export interface Updates {
  /** The version to run; null: the checkout itself. */
  current: Version | null;
  /** The version before the last update, and the copy of its database. */
  before: { version: Version; copy: string; at: number } | null;
  step: Step | null;
  /** The last version that failed. */
  failed: { version: string; why: string; at: number } | null;
}

export const NO_UPDATES: Updates = { current: null, before: null, step: null, failed: null };

export type Start =
  | { act: 'serve' }
  /** The process becomes that version. */
  | { act: 'follow'; folder: string }
  | { act: 'switch'; step: Extract<Step, { name: 'switching' }> }
  | { act: 'return'; step: Extract<Step, { name: 'returning' }>; pid: number | null };

interface Started {
  /** The version whose code was started. */
  own: Version;
  /** Whether a version's folder exists. */
  isThere: (folder: string) => boolean;
}

const INTERRUPTED = 'it was interrupted while it was watched';

/** Returns the role of a process that was started. */
export function startOf({ current, step }: Updates, { own, isThere }: Started): Start {
  if (step?.name === 'returning') return { act: 'return', step, pid: null };
  // An unconfirmed version accepted no writes, so nothing is lost without it.
  if (step?.name === 'watching') {
    const { to, copy, pid } = step;
    return { act: 'return', step: { name: 'returning', to, copy, why: INTERRUPTED }, pid };
  }
  const folder = current?.folder ?? null;
  // A checkout that its owner has brought to the same or a newer version is preferred.
  const isBehind = current !== null && isNewer(current.version, own.version);
  if (folder !== null && folder !== own.folder && isBehind && isThere(folder)) return { act: 'follow', folder };
  return step?.name === 'switching' ? { act: 'switch', step } : { act: 'serve' };
}

/** Whether a running server has to end, because its process is to take another role. */
export function isHandingOver({ step }: Updates): boolean {
  return step?.name === 'switching' || step?.name === 'returning';
}

/** Whether what is written now may be lost. */
export function isUnderWay({ step }: Updates): boolean {
  return step?.name === 'switching' || step?.name === 'watching' || step?.name === 'returning';
}

/** `to` becomes the current version, and `from` the one before. */
export function confirmed(updates: Updates, { from, to, copy }: Change & { from: Version }, at: number): Updates {
  return { ...updates, current: to, before: { version: from, copy, at }, step: null, failed: null };
}

/**
 * The state after the copy was put back. A failed update leaves the version before as it was; going back after a
 * confirmed one makes the version before current.
 */
export function returned(
  { current, before, failed }: Updates,
  { to, copy, why }: Change & { why: string },
  at: number,
) {
  const isBack = before !== null && before.copy === copy;
  if (isBack) return { current: before.version, before: null, step: null, failed };
  return { current, before, step: null, failed: { version: to.version, why, at } };
}

const TAG = /^v(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/;

/** The version of a release's tag, `v1.2.3`; undefined for every other text. */
export function versionOfTag(tag: string): string | undefined {
  return TAG.test(tag) ? tag.slice(1) : undefined;
}

export function isNewer(one: string, other: string): boolean {
  const [ours = [], theirs = []] = [one, other].map((version) => version.split('.').map(Number));
  for (const [place, part] of ours.entries()) {
    const against = theirs[place] ?? 0;
    if (part !== against) return part > against;
  }
  return false;
}

/** The newest of some versions. */
export function newestVersion(versions: readonly string[]): string | undefined {
  return versions.toSorted((one, other) => (isNewer(one, other) ? -1 : 1))[0];
}

/** The lines of a changelog for one version. */
export function changesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m);
  const found = sections.find((section) => section.startsWith(`${version} `) || section.startsWith(`${version}\n`));
  return (found?.split('\n').slice(1).join('\n') ?? '').trim();
}
