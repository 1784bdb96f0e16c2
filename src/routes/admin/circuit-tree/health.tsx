import { createFileRoute } from '@tanstack/react-router';
import { NodeHealthScreen } from '../../../screens/nodeHealth/NodeHealthScreen.tsx';

export const Route = createFileRoute('/admin/circuit-tree/health')({ component: NodeHealthScreen });
