import { setImmediate } from 'node:timers/promises';
import { AUDIT } from '../limits.ts';
import type { AuditRepository } from './auditRepository.ts';
import { repeat } from '../repeating.ts';

/** Deletes entries that the audit log no longer keeps, now and every hour. Returns a function that stops this. */
export function sweepRegularly(repository: Pick<AuditRepository, 'sweep'>): () => Promise<void> {
  async function sweep(): Promise<void> {
    // A failed sweep does no harm, because the next one tries again.
    while (await repository.sweep().catch(() => false)) await setImmediate();
  }

  void sweep();
  return repeat(AUDIT.sweepEveryMs, sweep);
}
