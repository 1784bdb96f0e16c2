import { createFileRoute } from '@tanstack/react-router';
import { NodeHealthScreen } from '#src/screens/admin/nodes/NodeHealthScreen.tsx';

export const Route = createFileRoute('/admin/circuit-tree/health')({ component: NodeHealthScreen });
