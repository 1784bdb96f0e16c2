import { PageTitle } from '#src/ui/PageTitle.tsx';

/** Names the tab of an admin page: the page first, then the product, as on every page of the administration. */
export function AdminTitle({ children }: { children: string }) {
  return <PageTitle>{`${children} – Circuit Tree`}</PageTitle>;
}
