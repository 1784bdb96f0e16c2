/**
 * Decides when a tablet goes back to the build before: after two launches in a row that showed no screen. A launch that
 * was broken off early counts half, so that a person who reloads twice in a hurry does no harm, and a build that
 * crashes the whole browser is still found.
 */
import { isRecord, textOf } from '#domain/records.ts';

/** A page of the app with its files, as they are stored. */
export interface StoredShell {
  build: string;
  files: string[];
}

export interface ShellHealth {
  /** The last build that showed a screen. */
  stood: StoredShell | undefined;
  /** The shell to go back to, which is stored as a copy. */
  kept: StoredShell | undefined;
  /** The build of the launches and failures below. */
  build: string;
  /** Pages whose launch has neither shown a screen nor failed yet. */
  launches: string[];
  misses: number;
  /** Builds that failed, the latest last. They are not used again. */
  refused: string[];
  /** The build that the tablet went back from; empty once another build has shown a screen. */
  leftBuild: string;
  /** Counts the changes: of two copies of the record the one with more is newer. */
  changes: number;
}

const MISSES_ALLOWED = 2;
const FAILED = 1;
const BROKEN_OFF = 0.5;
const REFUSED_AT_MOST = 10;

export const UNKNOWN_HEALTH: ShellHealth = {
  stood: undefined,
  kept: undefined,
  build: '',
  launches: [],
  misses: 0,
  refused: [],
  leftBuild: '',
  changes: 0,
};

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function shellOf(value: unknown): StoredShell | undefined {
  return isRecord(value) ? { build: textOf(value, 'build'), files: textsOf(value.files) } : undefined;
}

/** Reads what was stored, perhaps by another release. */
export function healthOf(value: unknown): ShellHealth {
  if (!isRecord(value)) return UNKNOWN_HEALTH;
  return {
    stood: shellOf(value.stood),
    kept: shellOf(value.kept),
    build: textOf(value, 'build'),
    launches: textsOf(value.launches),
    misses: typeof value.misses === 'number' ? value.misses : 0,
    refused: textsOf(value.refused),
    leftBuild: textOf(value, 'leftBuild'),
    changes: typeof value.changes === 'number' ? value.changes : 0,
  };
}

function hasAnotherShell({ kept }: ShellHealth, build: string): boolean {
  return kept !== undefined && kept.build !== build;
}

/** Whether pages are to be opened from the stored shell, instead of from the worker's build. */
export function goesBack(health: ShellHealth, build: string): boolean {
  return health.refused.includes(build) && hasAnotherShell(health, build);
}

/**
 * Whether the outcome of this build's next launch matters. A first installation that once showed a screen is no longer
 * watched.
 */
export function isOnTrial(health: ShellHealth, build: string): boolean {
  return !goesBack(health, build) && (hasAnotherShell(health, build) || health.stood?.build !== build);
}

function missed(health: ShellHealth, misses: number): ShellHealth {
  const { build, kept } = health;
  if (misses < MISSES_ALLOWED || !hasAnotherShell(health, build)) return { ...health, misses };
  const refused = [...health.refused.filter((other) => other !== build), build].slice(-REFUSED_AT_MOST);
  return { ...health, stood: kept, launches: [], misses: 0, refused, leftBuild: build };
}

function withoutLaunch(health: ShellHealth, page: string): ShellHealth {
  return { ...health, launches: health.launches.filter((launch) => launch !== page) };
}

/**
 * Records that a page is opened from this build. Unwatched launches were broken off together with the worker that
 * watched them.
 */
export function launched(before: ShellHealth, launch: { page: string; build: string; watched: string[] }): ShellHealth {
  const { page, build, watched } = launch;
  const isSame = before.build === build;
  const health = isSame ? before : { ...before, build, launches: [], misses: 0 };
  const going = health.launches.filter((other) => watched.includes(other));
  const brokenOff = health.launches.length - going.length;
  const counted = missed({ ...health, launches: going }, health.misses + brokenOff * BROKEN_OFF);
  return goesBack(counted, build) ? counted : { ...counted, launches: [...going, page] };
}

/** Records that the page of this launch shows a screen. */
export function launchStood(health: ShellHealth, page: string, shell: StoredShell): ShellHealth {
  if (!health.launches.includes(page)) return health;
  const refused = health.refused.filter((build) => build !== shell.build);
  return { ...withoutLaunch(health, page), stood: shell, misses: 0, refused, leftBuild: '' };
}

export type LaunchEnd =
  /** It reported an error, or showed nothing in time. */
  | 'failed'
  /** It was closed too early to tell. */
  | 'broken off'
  /** It was closed at once, or was never visible: it says nothing about the build. */
  | 'void';

export function launchEnded(health: ShellHealth, page: string, end: LaunchEnd): ShellHealth {
  if (!health.launches.includes(page)) return health;
  const rest = withoutLaunch(health, page);
  if (end === 'void') return rest;
  return missed(rest, rest.misses + (end === 'failed' ? FAILED : BROKEN_OFF));
}
