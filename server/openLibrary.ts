import { type Core, type CoreParts, openCore } from './core/core.ts';
import type { Settings } from './core/settings/settings.ts';
import { openSubjects } from './subjects.ts';

/** Opens the library with all subjects, for the server, for a command, or for a test. */
export async function openLibrary(
  settings: Settings,
  clock: () => number = Date.now,
  parts: Omit<CoreParts, 'settings' | 'clock'> = {},
): Promise<Core> {
  const core = await openCore({ settings, clock, ...parts });
  await openSubjects(core);
  return core;
}
