import { createFileRoute } from '@tanstack/react-router';
import { SocketTestScreen } from '../../screens/socketTest/SocketTestScreen.tsx';

export const Route = createFileRoute('/test/nodes-socket')({ component: SocketTestScreen });
