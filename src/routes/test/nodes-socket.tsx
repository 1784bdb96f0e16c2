import { createFileRoute } from '@tanstack/react-router';
import { SocketTestScreen } from '#src/admin/nodes/socketTest/SocketTestScreen.tsx';

interface Search {
  apiKey?: string;
}

function SocketTestRoute() {
  const { apiKey = '' } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SocketTestScreen
      apiKey={apiKey}
      onApiKey={(typed) => {
        void navigate({ search: typed === '' ? {} : { apiKey: typed }, replace: true, resetScroll: false });
      }}
    />
  );
}

export const Route = createFileRoute('/test/nodes-socket')({
  validateSearch: (search): Search => (typeof search.apiKey === 'string' ? { apiKey: search.apiKey } : {}),
  component: SocketTestRoute,
});
