import { onTestFinished, vi } from 'vitest';
import type { TestServer } from '#support/server/testServer.ts';

/**
 * Until the end of the test the server itself neither watches nor delivers, as one that does not lead: it would send what
 * the test's own watch puts out, and take back what it has not seen itself.
 */
export function restAlerts({ dependencies }: TestServer): void {
  const resting = vi.spyOn(dependencies.core.leader, 'isHere').mockReturnValue(false);
  onTestFinished(() => resting.mockRestore());
}
