import type { TabletChanges } from '#contract/tablets/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import type { AuditEvent } from '#server/core/audit/auditRepository.ts';
import type { EndsWithTablet } from './registry/tabletKeyRepository.ts';

/** A change of a tablet that may be about the code on its wall. */
export interface CodeChange {
  tablet: { id: string; name: string };
  wanted: Pick<TabletChanges, 'guestCode' | 'settings'>;
  /** The admin who changes it, and the address of the request. */
  by: { userId: string };
  address?: AuditEvent['address'];
}

/** A kind of code to scan that tablets show beside the photos; the slot `wallCodes` of the tablets has those that there are. */
export interface WallCode extends EndsWithTablet {
  /** Does what a change of a tablet means for its code, and returns the settings that follow. */
  change(change: CodeChange): Promise<Partial<TabletSettings>>;
  /** The key in the code that a tablet shows, and when it ends; undefined when it shows none. */
  shownOn(tablet: { id: string; settings: TabletSettings }): Promise<{ key: string; until: number | null } | undefined>;
}

export async function settingsByCodes(
  wallCodes: Iterable<WallCode>,
  change: CodeChange,
): Promise<Partial<TabletSettings>> {
  const settings: Partial<TabletSettings> = {};
  for (const code of wallCodes) Object.assign(settings, await code.change(change));
  return settings;
}

export async function keyOnWall(
  wallCodes: Iterable<WallCode>,
  tablet: Parameters<WallCode['shownOn']>[0],
): ReturnType<WallCode['shownOn']> {
  for (const code of wallCodes) {
    const shown = await code.shownOn(tablet);
    if (shown) return shown;
  }
  return undefined;
}
