import type { ComponentType } from 'react';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';

/** A component that decides on the whole wall, above its pages. */
export interface Cover {
  /** Whether the wall needs it at its start; on others its code is loaded later. */
  isNeeded: (settings: TabletSettings) => boolean;
  Part: ComponentType<{ apiKey: string }>;
}

/** News for the server, sent with the reports of a tablet until they have arrived. */
export interface News {
  /** The news for one report; undefined: none. */
  next: () => NewsInReport | undefined;
  close: () => void;
}

export interface NewsInReport {
  /** Fields of the report. */
  fields: object;
  /** Called when the report has arrived. Returns whether more is waiting. */
  arrived: () => boolean;
}
