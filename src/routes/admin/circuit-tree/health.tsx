import { createFileRoute } from '@tanstack/react-router';
import { NodeHealthScreen } from '#src/admin/nodes/NodeHealthScreen.tsx';

export const Route = createFileRoute('/admin/circuit-tree/health')({ component: NodeHealthScreen });
