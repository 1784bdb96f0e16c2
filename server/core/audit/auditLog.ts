import type { FastifyRequest } from 'fastify';
import { personOf } from '#server/core/access/access.ts';
import { AUDIT } from '#server/core/limits.ts';
import type { AuditEvent, AuditRepository, TimedEvent } from './auditRepository.ts';
import { repeat } from '#server/core/repeating.ts';

export interface AuditLog {
  /**
   * Neither throws nor waits: what people do must not fail because it cannot be recorded. An event that the disk does
   * not take waits in memory and is written once the disk works again.
   */
  record(event: AuditEvent): void;
  /** Resolves once every recorded event is written, or cannot be written now. */
  settle(): Promise<void>;
  /** The number of events that wait for the disk. */
  waiting(): number;
  /** Called at the first write that fails, and again only after a write has succeeded. */
  onFailure(listener: (error: unknown) => void): void;
  close(): Promise<void>;
}

interface Options {
  repository: Pick<AuditRepository, 'add'>;
  now: () => number;
}

export function auditLog({ repository, now }: Options): AuditLog {
  const waiting: TimedEvent[] = [];
  let lost = 0;
  let running: Promise<void> | undefined;
  let isFailing = false;
  let listener: (error: unknown) => void = ignore;

  function addLost(): void {
    if (lost === 0 || waiting.length > 0) return;
    waiting.push({ action: 'events-lost', by: 'server', what: String(lost), at: now() });
    lost = 0;
  }

  async function write(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const some = waiting.slice(0, AUDIT.writtenAtOnce);
        await repository.add(some);
        waiting.splice(0, some.length);
        isFailing = false;
        addLost();
      }
    } catch (error) {
      if (!isFailing) listener(error);
      isFailing = true;
    }
  }

  async function settle(): Promise<void> {
    running ??= write().finally(() => {
      running = undefined;
    });
    await running;
    // Writes the events that arrived while the last batch was being written.
    if (waiting.length > 0 && !isFailing) await settle();
  }

  const end = repeat(AUDIT.retryMs, () => (waiting.length > 0 ? settle() : undefined));

  return {
    record: (event) => {
      if (waiting.length < AUDIT.waiting) waiting.push({ ...event, at: now() });
      else lost += 1;
      void settle();
    },
    settle,
    waiting: () => waiting.length + lost,
    onFailure: (next) => {
      listener = next;
    },
    close: async () => {
      await end();
      await settle();
    },
  };
}

function ignore(): void {
  // Nothing listens until `onFailure` is called.
}

/** The sender and address of a request, for an event. */
export function askedBy(request: FastifyRequest): { by: { userId: string }; address: string } {
  return { by: { userId: personOf(request).userId }, address: request.ip };
}
