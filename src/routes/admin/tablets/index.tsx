import { createFileRoute } from '@tanstack/react-router';
import { TabletsScreen } from '#src/admin/tablets/list/TabletsScreen.tsx';

interface TabletsSearch {
  add?: 'tablet';
  /** The code on a screen, whose QR code leads here. */
  code?: string;
}

export const Route = createFileRoute('/admin/tablets/')({
  validateSearch: ({ add, code }: Record<string, unknown>): TabletsSearch => ({
    ...(add === 'tablet' ? { add } : {}),
    ...(typeof code === 'string' && code !== '' ? { code } : {}),
  }),
  component: TabletsScreen,
});
