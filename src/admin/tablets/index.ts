import { viewerButtons } from '#src/admin/viewer/slots.ts';
import { ShowOnButton } from './showOn/ShowOnButton.tsx';

/** Adds tablets' part to the pages of others. */
export function tablets(): void {
  viewerButtons.push(ShowOnButton);
}
