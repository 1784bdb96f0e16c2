import type { Album } from '#contract/photos/schemas.ts';
import type { Tablet, TabletChanges } from '#contract/tablets/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import type { Slot } from '#src/admin/shell/Filled.tsx';

/** The properties of the fields of a tablet's settings. */
export interface SettingsFields {
  tablet: Pick<Tablet, 'settings' | 'albumIds' | 'report' | 'guestCode'>;
  albums: readonly Album[];
  /** The server's time in milliseconds. */
  now: number;
  onChange: (changes: Partial<TabletSettings>) => void;
  /** Changes what is not among the settings. */
  onTabletChange: (changes: Pick<TabletChanges, 'guestCode'>) => void;
}

/** Sections about what a tablet does, before the photos that it has shown. */
export const tabletSections: Slot<{ id: string; now: number }> = [];

/** Fields after those about what a tablet shows. */
export const shownFields: Slot<SettingsFields> = [];

/** Fields about the day of a tablet; without any the form has no such group. */
export const dayFields: Slot<SettingsFields> = [];
