import type { Slot } from '#src/admin/shell/Filled.tsx';

/** Tabs beside the one of the signed-in devices; each is a link with this class. */
export const accountTabs: Slot<{ className: string | undefined }> = [];

/** Offers of a way to sign in again later, for somebody who came by a link that is used up. */
export const waysBack: Slot = [];
