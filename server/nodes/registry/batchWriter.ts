import { NODES } from '#server/core/limits.ts';
import type { SavedNode } from './knownNode.ts';
import type { NodeRegistry } from './nodeRegistry.ts';
import type { NodeRepository } from './nodeRepository.ts';
import { repeat } from '#server/core/repeating.ts';

const TICK_MS = 1_000;

interface BatchWriter {
  /** Soon reads which nodes another process (the operator's CLI) has added or removed. */
  expectOutsideChanges: () => void;
  /** Writes the last batch and stops. */
  close(): Promise<void>;
}

interface BatchWriterOptions {
  registry: NodeRegistry;
  repository: Pick<NodeRepository, 'owners' | 'save'>;
  /** Called when a batch could not be written; its changes are written with the next one. */
  onError: (error: unknown) => void;
  /** Every server receives the reports of every node; one of them writes. */
  leader: { isHere(): boolean };
  /** Called once a second. */
  beforeEach?: () => void;
}

/**
 * Writes the registry's changes to the database: a new node within a second, so that no crash loses it, and heartbeats
 * once a minute, because each write costs the disk whole pages and devices report again soon anyway.
 */
export function startBatchWriter({
  registry,
  repository,
  onError,
  beforeEach,
  leader,
}: BatchWriterOptions): BatchWriter {
  let outsideChangesExpected = false;
  let sinceWriteMs = 0;

  async function write(changes: readonly SavedNode[]): Promise<void> {
    try {
      await repository.save(changes);
      registry.confirm(changes.map(({ nodeId }) => nodeId));
      sinceWriteMs = 0;
    } catch (error) {
      registry.putBack(changes);
      onError(error);
    }
  }

  /** Called before a batch is written, so that nodes which other processes have added are known. */
  async function readOutsideChanges(): Promise<void> {
    outsideChangesExpected = false;
    const settled = registry.settledIds();
    const readAt = registry.forgotten.monotonicNow();
    const saved = await repository.owners();
    registry.forget(settled.filter((nodeId) => !saved.has(nodeId)));
    // The rows that were read may have nodes that were forgotten meanwhile, or whose removal is not written yet.
    for (const nodeId of saved.keys()) if (registry.forgotten.isOutdated(nodeId, readAt)) saved.delete(nodeId);
    for (const [nodeId, owner] of saved) registry.announce(nodeId, owner);
    // Another server may have written nodes that are new on this one.
    registry.confirm(saved.keys());
  }

  async function readAndWrite(): Promise<void> {
    if (outsideChangesExpected) await readOutsideChanges().catch(onError);
    if (!leader.isHere()) return;
    if (registry.hasNew || sinceWriteMs >= NODES.writeEveryMs) await write(registry.takeChanges());
  }

  const end = repeat(TICK_MS, () => {
    sinceWriteMs += TICK_MS;
    beforeEach?.();
    return readAndWrite();
  });

  return {
    expectOutsideChanges: () => {
      outsideChangesExpected = true;
    },
    close: async () => {
      await end();
      if (leader.isHere()) await write(registry.takeChanges());
    },
  };
}
