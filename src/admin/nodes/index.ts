import { PAGES } from '#contract/pages.ts';
import { facts } from '#src/admin/startPage/slots.ts';
import { circuitTreeAreas, headerPlaces } from '#src/admin/layout/slots.ts';
import { NodesFact } from './NodesFact.tsx';

/** Adds nodes to the pages of the administration. */
export function nodes(): void {
  circuitTreeAreas.push({
    to: '/admin/circuit-tree/health',
    access: PAGES['/admin/circuit-tree/health'].access,
    name: 'Health',
    text: 'devices and their heartbeats',
    icon: 'pulse',
  });
  // Everybody may see it, but it is meant for admins.
  headerPlaces.push({ to: '/admin/circuit-tree/health', name: 'Devices', access: ['admin'] });
  facts.push(NodesFact);
}
