import type { ComponentType } from 'react';
import type { Photo } from '#contract/photos/schemas.ts';
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

/** Files of photos beside their images, stored for times without a network once all images are. */
export interface OtherFiles {
  /** Whether a wall with these settings shows them. */
  isWanted: (settings: TabletSettings) => boolean;
  /** The address of the photo's file; undefined for a photo without one. */
  urlOf: (photo: Photo) => string | undefined;
}

export interface NewsInReport {
  /** Fields of the report. */
  fields: object;
  /** Called when the report has arrived. Returns whether more is waiting. */
  arrived: () => boolean;
}
