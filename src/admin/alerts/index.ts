import { PAGES } from '#contract/pages.ts';
import { circuitTreeAreas } from '#src/admin/layout/slots.ts';

/** Adds alerts to the pages of the administration. */
export function alerts(): void {
  circuitTreeAreas.push({
    to: '/admin/alerts',
    access: PAGES['/admin/alerts'].access,
    name: 'Alerts',
    text: 'who is notified, and of what',
    icon: 'bell',
  });
}
