import type { NodeChanges, NodeRegistry } from './nodeRegistry.ts';
import type { NodeRepository } from './nodeRepository.ts';

/** What a crash may lose: the heartbeats of one second. */
const BATCH_INTERVAL_MS = 1_000;

export interface BatchWriter {
  /** After the next batch, reads which nodes another process (the operator's CLI) has added or removed. */
  expectOutsideChanges: () => void;
  /** Writes the last batch and stops. */
  close(): Promise<void>;
}

interface BatchWriterOptions {
  registry: NodeRegistry;
  repository: Pick<NodeRepository, 'ids' | 'save'>;
  /** Called when a batch could not be written; its changes are written with the next one. */
  onError: (error: unknown) => void;
  beforeEach?: () => void;
}

/** Writes the registry's changes to the database once a second, however many devices report. */
export function startBatchWriter({ registry, repository, onError, beforeEach }: BatchWriterOptions): BatchWriter {
  let running: Promise<void> | undefined;
  let outsideChangesExpected = false;

  async function write(changes: NodeChanges): Promise<void> {
    try {
      await repository.save(changes);
    } catch (error) {
      registry.putBack(changes);
      onError(error);
    }
  }

  /** Runs between two batches only, when the changes taken from the registry are written. */
  async function readOutsideChanges(): Promise<void> {
    outsideChangesExpected = false;
    const settled = registry.settledIds();
    const saved = new Set(await repository.ids());
    registry.forget(settled.filter((nodeId) => !saved.has(nodeId)));
    for (const nodeId of saved) registry.announce(nodeId);
  }

  async function writeAndRead(): Promise<void> {
    await write(registry.takeChanges());
    if (outsideChangesExpected) await readOutsideChanges().catch(onError);
    running = undefined;
  }

  function writeBatch(): void {
    if (running) return;
    beforeEach?.();
    running = writeAndRead();
  }

  const timer = setInterval(writeBatch, BATCH_INTERVAL_MS);
  timer.unref();

  return {
    expectOutsideChanges: () => {
      outsideChangesExpected = true;
    },
    close: async () => {
      clearInterval(timer);
      await running;
      await write(registry.takeChanges());
    },
  };
}
