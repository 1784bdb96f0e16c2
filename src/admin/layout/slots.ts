import type { ComponentProps } from 'react';
import type { Permission } from '#contract/permissions.ts';
import type { AreaLink } from '#src/admin/shell/AreaLink.tsx';
import type { Slot } from '#src/admin/shell/Filled.tsx';

interface Entry {
  /** The permissions of which one admits a person; none: everybody. */
  access: readonly Permission[];
}

/** The large buttons of the page 'Circuit Tree', after the one for tablets. */
export const circuitTreeAreas: (Entry & ComponentProps<typeof AreaLink>)[] = [];

export interface HeaderPlace extends Entry {
  to: ComponentProps<typeof AreaLink>['to'];
  name: string;
  /** Whether the start page has a large button for it. */
  isOnHome?: true;
}

/** The links in the header of every page, between the one to the tablets and the one to people. */
export const headerPlaces: HeaderPlace[] = [];

/** Components without a place of their own, which are there on every page. */
export const layoutParts: Slot = [];
