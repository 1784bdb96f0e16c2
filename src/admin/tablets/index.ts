import { viewerButtons } from '#src/admin/viewer/slots.ts';
import { ShowOnButton } from './showOn/ShowOnButton.tsx';

/** What tablets bring to the pages of others. */
export function tablets(): void {
  viewerButtons.push(ShowOnButton);
}
