import type { Slot } from '#src/admin/shell/Filled.tsx';
import type { ViewedPhoto } from '#src/shared/picture/viewedPhotos.ts';

/** Layers over the picture, as large as it is. */
export const pictureLayers: Slot<{ viewed: ViewedPhoto }> = [];

/** Buttons in the bar over a photo, before those that change it. */
export const viewerButtons: Slot<{ viewed: ViewedPhoto }> = [];
