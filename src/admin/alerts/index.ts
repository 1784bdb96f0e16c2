import { PAGES } from '#contract/pages.ts';
import { circuitTreeAreas } from '#src/admin/layout/slots.ts';

/** What alerts bring to the administration. */
export function alerts(): void {
  circuitTreeAreas.push({
    to: '/admin/alerts',
    access: PAGES['/admin/alerts'].access,
    name: 'Alerts',
    text: 'who is notified, and of what',
    icon: 'bell',
  });
}
