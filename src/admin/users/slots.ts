import type { Slot } from '#src/admin/shell/Filled.tsx';

interface SectionProps {
  /** Whether the accounts above are there, which would push the section down. */
  isShown: boolean;
  /** Called when an account may have been added. */
  onChange: () => void;
}

/** Links beside the title of the page. */
export const usersLinks: Slot = [];

/** Sections below the accounts. */
export const usersSections: Slot<SectionProps> = [];
