import { createFileRoute } from '@tanstack/react-router';
import { PasskeysScreen } from '../../screens/admin/account/PasskeysScreen.tsx';

export const Route = createFileRoute('/admin/passkeys')({ component: PasskeysScreen });
