import type { ReactNode } from 'react';
import type { Overview, ServerStatus } from '#contract/server/schemas.ts';
import type { Slot } from '#src/admin/shell/Filled.tsx';

interface StatusProps {
  status: ServerStatus;
  reload: () => Promise<void>;
}

/** Notes about the server, for admins. */
export const statusNotes: Slot<StatusProps> = [];

/** The next step on a server that has no albums yet, within the note about it. */
export const firstSteps: Slot = [];

/** Notes about the library. */
export const overviewNotes: Slot<{ overview: Overview }> = [];

/** Tiles with a number, after those of the library and of the tablets. */
export const facts: Slot<{ overview: Overview }> = [];

/** Links in the tile about space, for people who may write; each is a FactLink. */
export const spaceLinks: Slot = [];

/** Lines below everything, for admins. */
export const footNotes: Slot<{ status: ServerStatus; overview: Overview | undefined }> = [];

interface Part {
  /** Whether its data are loaded, or cannot be: the page shows all its parts at once. */
  hasSettled: boolean;
  shown: ReactNode;
}

/** Hooks that load something and show it above the numbers. */
export const homeParts: ((mayWrite: boolean) => Part)[] = [];

/** The parts of subjects, and whether all of them have their data. */
export function useHomeParts(mayWrite: boolean): Part & { shown: ReactNode[] } {
  // The list is full before the first page is shown, so the hooks are the same each time.
  // oxlint-disable-next-line react/rules-of-hooks
  const parts = homeParts.map((usePart) => usePart(mayWrite));
  return { hasSettled: parts.every(({ hasSettled }) => hasSettled), shown: parts.map(({ shown }) => shown) };
}
