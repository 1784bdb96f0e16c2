import { darkRuleAt, isZone } from '#domain/clock/zones.ts';
import { TABLET_SILENCE } from '#domain/tablets/tabletAlertText.ts';
import { backWords, silentWords } from '#domain/watched.ts';
import { MINUTE_MS, type WatchedKind } from '#server/core/watched.ts';
import type { StoredTablet } from './registry/tabletQueries.ts';
import type { TabletRepository } from './registry/tabletRepository.ts';
import type { TabletWatch } from './registry/tabletWatch.ts';

/** New tablets, and changed settings, count from the next reading on. */
const READ_EVERY_MS = MINUTE_MS;
/** A tablet reports within a minute, so those that lose their power together fall silent within a minute. */
const GATHER_MS = 2 * MINUTE_MS;

interface Parts {
  tablets: Pick<TabletRepository, 'list'>;
  tabletWatch: Pick<TabletWatch, 'lastSeenAt' | 'seen'>;
  /** Milliseconds since 1970. */
  now: () => number;
}

interface WatchedTablet extends Pick<StoredTablet, 'id' | 'name' | 'settings'> {
  zone: string;
  lastSeenAt: number | null;
}

/** The tablets that have a key and were on a wall once. */
export function watchedTablets({ tablets, tabletWatch, now }: Parts): WatchedKind {
  let known: WatchedTablet[] = [];
  let readAt = -Infinity;
  let heard = new Map<string, { seenAt: number; at: number }>();

  async function read(at: number): Promise<void> {
    if (at - readAt < READ_EVERY_MS) return;
    const active = (await tablets.list()).filter(({ state }) => state === 'active');
    known = active.map((tablet) => {
      const { lastSeenAt, report } = tabletWatch.seen(tablet);
      const { id, name, settings } = tablet;
      return { id, name, settings, lastSeenAt, zone: zoneOf(report) };
    });
    readAt = at;
  }

  const lastSeenAt = (tablet: WatchedTablet) => tabletWatch.lastSeenAt(tablet.id) ?? tablet.lastSeenAt;

  /**
   * The time of the check that found a new call of the tablet. The times of its calls are only compared with each other,
   * so that a change of the wall clock does no harm.
   */
  function heardAt(tablet: WatchedTablet, at: number): number | null {
    const seenAt = lastSeenAt(tablet);
    if (seenAt === null) return null;
    const before = heard.get(tablet.id);
    return before?.seenAt === seenAt ? before.at : at;
  }

  return {
    about: 'tablets',
    check: async ({ rule: { isOn, minutes }, at }) => {
      await read(at);
      const conditions = known.map((tablet) => ({
        id: tablet.id,
        since: heardAt(tablet, at),
        holdsMs: isOn ? minutes * MINUTE_MS : null,
        isExcused: darkRuleAt(tablet.settings, { zone: tablet.zone, nowMs: now() }) !== undefined,
      }));
      heard = new Map(
        known.flatMap((tablet, index) => {
          const [seenAt, heardNow] = [lastSeenAt(tablet), conditions[index]?.since ?? null];
          return seenAt === null || heardNow === null ? [] : [[tablet.id, { seenAt, at: heardNow }]];
        }),
      );
      const byId = new Map(known.map((tablet) => [tablet.id, tablet]));
      const namesOf = (ids: readonly string[]) => ids.map((id) => byId.get(id)?.name ?? id);
      const ageOf = (id: string) => now() - (heard.get(id)?.seenAt ?? now());
      return {
        conditions,
        gatherMs: GATHER_MS,
        begunWords: (ids) =>
          silentWords(
            ids.map((id) => ({ name: byId.get(id)?.name ?? id, ageMs: ageOf(id) })),
            { total: known.length, terms: TABLET_SILENCE },
          ),
        overWords: (ids) => backWords(namesOf(ids), TABLET_SILENCE),
      };
    },
  };
}

/**
 * Returns the tablet's zone, or the server's own if this system does not know it: most tablets hang in the server's
 * house.
 */
function zoneOf(report: StoredTablet['report']): string {
  const { zone } = report ?? {};
  return zone !== undefined && isZone(zone) ? zone : new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
