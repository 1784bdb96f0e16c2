import { createFileRoute } from '@tanstack/react-router';
import { NodeScreen } from '#src/admin/nodes/one/NodeScreen.tsx';

export const Route = createFileRoute('/admin/circuit-tree/nodes/$id')({ component: NodeScreen });
