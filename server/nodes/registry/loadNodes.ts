import type { TypedApp } from '#server/core/http/typedApp.ts';
import { repeat } from '#server/core/repeating.ts';
import { SampleBook } from '../history/sampleBook.ts';
import type { SampleRepository } from '../history/sampleRepository.ts';
import { monotonicNow } from '#server/core/monotonicClock.ts';
import { NodeHistories } from './nodeHistories.ts';
import { NodeRegistry } from './nodeRegistry.ts';
import { NodeReports } from './nodeReports.ts';
import type { NodeRepository } from './nodeRepository.ts';

interface HistoryOptions {
  samples: SampleRepository;
  now: () => number;
  leader: { isHere(): boolean };
}

type NodeParts = HistoryOptions &
  Omit<ConstructorParameters<typeof NodeReports>[0], 'registry' | 'monotonicNow' | 'log'> & {
    nodes: Pick<NodeRepository, 'load'>;
  };

export interface Nodes {
  registry: NodeRegistry;
  reports: NodeReports;
  histories: NodeHistories;
}

/** All nodes from the database, and their reports from now on. */
export async function loadNodes(app: TypedApp, parts: NodeParts): Promise<Nodes> {
  const book = await keepHistory(app, parts);
  const registry = new NodeRegistry({ now: parts.now, monotonicNow }, await parts.nodes.load(), book);
  const reports = new NodeReports({ ...parts, registry, monotonicNow, log: app.log });
  const histories = new NodeHistories({ ...parts, registry, book });
  return { registry, reports, histories };
}

/** Continues the history where the server stopped, and writes it until the app closes. */
async function keepHistory(app: TypedApp, { samples, now, leader }: HistoryOptions): Promise<SampleBook> {
  const book = new SampleBook();
  book.restore(await samples.loadSinceLastHour(now()), now());
  const stop = startHistoryWriter({
    book,
    repository: samples,
    now,
    leader,
    onError: (error) => app.log.error({ err: error }, 'The history of the nodes could not be written; trying again'),
  });
  app.addHook('onClose', stop);
  return book;
}

const WRITE_EVERY_MS = 10_000;
const THIN_EVERY_MS = 60 * 60_000;

interface HistoryWriterOptions {
  book: SampleBook;
  repository: Pick<SampleRepository, 'save' | 'thin'>;
  /** Milliseconds since 1970. */
  now: () => number;
  onError: (error: unknown) => void;
  /** Every server receives the reports of every node; one of them writes. */
  leader: { isHere(): boolean };
}

/** Writes five minutes and hours once they are over, and deletes old ones. Returns a function that stops it. */
function startHistoryWriter({ book, repository, now, onError, leader }: HistoryWriterOptions): () => Promise<void> {
  let thinnedAt: number | undefined;

  async function write(samples: ReturnType<SampleBook['takeClosed']>): Promise<void> {
    if (!leader.isHere()) return;
    try {
      await repository.save(samples);
    } catch (error) {
      book.putBack(samples);
      onError(error);
    }
  }

  async function writeClosed(): Promise<void> {
    book.turn(now());
    await write(book.takeClosed());
    if (thinnedAt !== undefined && Math.abs(now() - thinnedAt) < THIN_EVERY_MS) return;
    thinnedAt = now();
    if (leader.isHere()) await repository.thin(now()).catch(onError);
  }

  const end = repeat(WRITE_EVERY_MS, writeClosed);
  return async () => {
    await end();
    await write(book.takeAll());
  };
}
