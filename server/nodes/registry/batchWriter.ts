import type { NodeChanges, NodeRegistry } from './nodeRegistry.ts';
import type { NodeRepository } from './nodeRepository.ts';

/** What a crash may forget. */
const BATCH_INTERVAL_MS = 1_000;

export interface BatchWriter {
  /** Somebody else (the operator's CLI) may have added nodes or taken some out: looks after the next batch. */
  lookForOthersChanges: () => void;
  /** Writes the last batch and ends. */
  close(): Promise<void>;
}

interface Wiring {
  registry: NodeRegistry;
  repository: NodeRepository;
  /** Hears of a batch that could not be written; it is tried again with the next one. */
  onProblem: (error: unknown) => void;
  beforeEach?: () => void;
}

/** Brings what the registry has heard to the database once a second, however many devices report. */
export function startBatchWriter({ registry, repository, onProblem, beforeEach }: Wiring): BatchWriter {
  let running: Promise<void> | undefined;
  let othersMayHaveChanged = false;

  async function write(changes: NodeChanges): Promise<void> {
    try {
      await repository.save(changes);
    } catch (error) {
      registry.putBack(changes);
      onProblem(error);
    }
  }

  /** Between two batches only, when what was handed out is written. */
  async function takeOver(): Promise<void> {
    othersMayHaveChanged = false;
    const settled = registry.settledIds();
    const saved = new Set(await repository.ids());
    registry.forget(settled.filter((nodeId) => !saved.has(nodeId)));
    for (const nodeId of saved) registry.announce(nodeId);
  }

  async function writeAndTakeOver(): Promise<void> {
    await write(registry.takeChanges());
    if (othersMayHaveChanged) await takeOver().catch(onProblem);
    running = undefined;
  }

  function writeBatch(): void {
    if (running) return;
    beforeEach?.();
    running = writeAndTakeOver();
  }

  const timer = setInterval(writeBatch, BATCH_INTERVAL_MS);
  timer.unref();

  return {
    lookForOthersChanges: () => {
      othersMayHaveChanged = true;
    },
    close: async () => {
      clearInterval(timer);
      await running;
      await write(registry.takeChanges());
    },
  };
}
