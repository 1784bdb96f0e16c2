import { Outlet, createFileRoute, retainSearchParams } from '@tanstack/react-router';

interface KioskSearch {
  apiKey?: string;
}

export const Route = createFileRoute('/circuit-tree')({
  validateSearch: (search: Record<string, unknown>): KioskSearch =>
    typeof search.apiKey === 'string' ? { apiKey: search.apiKey } : {},
  search: { middlewares: [retainSearchParams(['apiKey'])] },
  component: Outlet,
});
