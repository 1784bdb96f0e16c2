import { audit } from './audit/index.ts';
import type { Core } from './core/core.ts';
import type { Subject } from './core/subject.ts';

/**
 * The subjects of the server from bottom to top. Each may use those before it, by their index.ts, and none of those
 * after it. A subject that is not listed is not there: its folder can be deleted.
 */
const SUBJECTS: readonly Subject<unknown>[] = [audit];

export async function openSubjects(core: Core): Promise<void> {
  for (const subject of SUBJECTS) await subject.open(core);
}
