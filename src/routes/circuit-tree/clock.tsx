import { createFileRoute } from '@tanstack/react-router';
import { ClockScreen } from '#src/wall/clock/ClockScreen.tsx';

export const Route = createFileRoute('/circuit-tree/clock')({ component: ClockScreen });
