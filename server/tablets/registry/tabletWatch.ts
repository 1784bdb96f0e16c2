import { type Static, Type } from 'typebox';
import { SHOWN } from '#contract/tablets/limits.ts';
import { type ShownName, TabletReport } from '#contract/tablets/schemas.ts';
import { MessageBatch, type Messages, onMessage } from '#server/core/db/cluster.ts';
import { DayHistory } from './dayHistory.ts';
import type { StoredTablet } from './tabletQueries.ts';
import type { TabletRepository } from './tabletRepository.ts';

const HEARD = {
  topic: 'tablets-heard',
  schema: Type.Array(Type.Object({ id: Type.String(), report: Type.Optional(TabletReport) })),
};

const MINUTE_MS = 60_000;
/** The calls of a loading page arrive together, and count as one. */
const AT_ONCE_MS = 1_000;

interface Watched {
  lastSeenAt: number;
  report: TabletReport | null;
  history: DayHistory;
  /** Newest first. */
  shown: readonly ShownName[];
}

interface Seen {
  lastSeenAt: number | null;
  report: TabletReport | null;
  day: string;
  shown: readonly ShownName[];
}

interface Options {
  repository: Pick<TabletRepository, 'find' | 'savePresence'>;
  now: () => number;
  messages: Messages;
}

/**
 * The time of each tablet's last call, and its last report, in memory; written to the database now and then, many at
 * once, so that a thousand tablets do not wear out the disk.
 */
export class TabletWatch {
  readonly #tablets = new Map<string, Watched>();
  readonly #changed = new Set<string>();
  readonly #repository: Options['repository'];
  readonly #now: () => number;
  /** Shares this server's reports with the others: the list of tablets is the same on all of them. */
  readonly #batch: MessageBatch<Static<typeof HEARD.schema>[number]>;

  constructor({ repository, now, messages }: Options) {
    this.#batch = new MessageBatch(messages, (items) => messages.publish(HEARD.topic, items));
    onMessage(messages, HEARD, (heard) => {
      // A tablet that cannot be looked up now reports again soon.
      for (const { id, report } of heard) void this.#hear(id, report).catch(() => undefined);
    });
    this.#repository = repository;
    this.#now = now;
  }

  /** Called with every call that comes from the tablet. */
  async heardOf(id: string, report?: TabletReport): Promise<void> {
    if (!report && this.silentForMs(id) < AT_ONCE_MS) return;
    if (await this.#hear(id, report)) this.#changed.add(id);
    this.#batch.add({ id, ...(report && { report }) });
  }

  async #hear(id: string, report: TabletReport | undefined): Promise<boolean> {
    const tablet = this.#tablets.get(id) ?? (await this.#load(id));
    if (!tablet) return false;
    tablet.lastSeenAt = this.#now();
    tablet.history.mark(this.#now());
    if (!report) return true;
    const { shown = [], ...others } = report;
    tablet.report = others;
    tablet.shown = withShown(tablet.shown, shown);
    return true;
  }

  /** The time since the tablet last sent something. */
  silentForMs(id: string): number {
    return this.#now() - (this.#tablets.get(id)?.lastSeenAt ?? 0);
  }

  /** Undefined for a tablet that has not called since the start. */
  lastSeenAt(id: string): number | undefined {
    return this.#tablets.get(id)?.lastSeenAt;
  }

  seen({ id, lastSeenAt, report, day, lastMinute, shown }: StoredTablet): Seen {
    const tablet = this.#tablets.get(id);
    if (tablet) return { ...tablet, day: tablet.history.quarters(this.#now()) };
    return { lastSeenAt, report, shown, day: this.#historyOf(day, lastMinute).quarters(this.#now()) };
  }

  forget(id: string): void {
    this.#tablets.delete(id);
    this.#changed.delete(id);
  }

  /** Writes the changes since the last time. */
  async save(): Promise<void> {
    const ids = [...this.#changed];
    if (ids.length === 0) return;
    this.#changed.clear();
    const rows = ids.flatMap((id) => {
      const tablet = this.#tablets.get(id);
      if (!tablet) return [];
      const { lastSeenAt, report, history } = tablet;
      const shown = JSON.stringify(tablet.shown);
      const day = history.quarters(history.lastMinute * MINUTE_MS);
      const { lastMinute } = history;
      return [{ id, lastSeenAt, report: report && JSON.stringify(report), day, lastMinute, shown }];
    });
    try {
      await this.#repository.savePresence(rows);
    } catch (error) {
      for (const id of ids) this.#changed.add(id);
      throw error;
    }
  }

  async #load(id: string): Promise<Watched | undefined> {
    const stored = await this.#repository.find(id);
    if (!stored) return undefined;
    const { lastSeenAt, report, day, lastMinute, shown } = stored;
    const history = this.#historyOf(day, lastMinute);
    const tablet = this.#tablets.get(id) ?? { lastSeenAt: lastSeenAt ?? 0, report, history, shown };
    this.#tablets.set(id, tablet);
    return tablet;
  }

  #historyOf(day: string, lastMinute: number | null): DayHistory {
    return lastMinute === null ? new DayHistory(this.#now()) : DayHistory.restore(day, lastMinute);
  }
}

/** A report that is sent again adds nothing. */
function withShown(before: readonly ShownName[], more: readonly ShownName[]): readonly ShownName[] {
  const known = new Set(before.map((name) => JSON.stringify(name)));
  const added = more.filter((name) => !known.has(JSON.stringify(name)));
  if (added.length === 0) return before;
  return [...added, ...before].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, SHOWN.stored);
}
