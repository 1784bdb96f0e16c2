import type { NodeChanges, NodeRegistry } from './nodeRegistry.ts';
import type { NodeRepository } from './nodeRepository.ts';

/** What a crash may forget. */
export const BATCH_INTERVAL_MS = 1_000;

export interface BatchWriter {
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

  async function write(changes: NodeChanges): Promise<void> {
    try {
      await repository.save(changes);
    } catch (error) {
      registry.putBack(changes);
      onProblem(error);
    }
  }

  function writeBatch(): void {
    if (running) return;
    beforeEach?.();
    running = write(registry.takeChanges()).finally(() => {
      running = undefined;
    });
  }

  const timer = setInterval(writeBatch, BATCH_INTERVAL_MS);
  timer.unref();

  return {
    close: async () => {
      clearInterval(timer);
      await running;
      await write(registry.takeChanges());
    },
  };
}
