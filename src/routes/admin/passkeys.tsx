import { createFileRoute } from '@tanstack/react-router';
import { PasskeysScreen } from '#src/admin/passkeys/PasskeysScreen.tsx';

export const Route = createFileRoute('/admin/passkeys')({ component: PasskeysScreen });
