import { createFileRoute } from '@tanstack/react-router';
import { AdminCircuitTreeScreen } from '#src/admin/layout/AdminCircuitTreeScreen.tsx';

export const Route = createFileRoute('/admin/circuit-tree/')({ component: AdminCircuitTreeScreen });
