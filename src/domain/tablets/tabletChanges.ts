import type { Tablet, TabletChanges } from '#contract/tablets/schemas.ts';

/** Two changes as one; the later one counts where both change the same. */
export function joinedChanges(first: TabletChanges, then: TabletChanges): TabletChanges {
  const settings = { ...first.settings, ...then.settings };
  return { ...first, ...then, ...(Object.keys(settings).length > 0 ? { settings } : {}) };
}

/** A tablet with these changes, before the server has confirmed them. */
export function withChanges(tablet: Tablet, { settings, ...changes }: TabletChanges): Tablet {
  return { ...tablet, ...changes, settings: { ...tablet.settings, ...settings } };
}
