import type { Album } from '#contract/photos/schemas.ts';
import type { Slot } from '#src/admin/shell/Filled.tsx';
import type { AdminResource } from '#src/admin/shell/useAdminResource.ts';

interface SectionProps {
  /** All albums. */
  albums: AdminResource<Album[]>;
  /** Whether the accounts above are there, which would push the section down. */
  isShown: boolean;
  /** Called when an account may have been added. */
  onChange: () => void;
}

/** Links beside the title of the page. */
export const usersLinks: Slot = [];

/** Sections below the accounts. */
export const usersSections: Slot<SectionProps> = [];
