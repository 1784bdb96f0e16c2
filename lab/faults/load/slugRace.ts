import { ApiClient } from '#scripts/run/apiClient.ts';
import { type Fault, onServer } from '../fault.ts';

const AT_ONCE = 50;

export const slugRace: Fault = {
  id: 'slugRace',
  name: `${AT_ONCE} creations of one slug at once`,
  run: () =>
    onServer(async (server) => {
      const client = await ApiClient.signedIn(server.origin);
      const outcomes = await Promise.allSettled(
        Array.from({ length: AT_ONCE }, () => client.createAlbum('Race', 'race')),
      );
      const won = outcomes.filter(({ status }) => status === 'fulfilled').length;
      const refused = outcomes.filter(
        (outcome) => outcome.status === 'rejected' && String(outcome.reason).includes('409'),
      ).length;
      const figures = { won, 'refused with 409': refused };
      return { figures, broken: won === 1 && refused === AT_ONCE - 1 ? [] : [`${won} won, ${refused} were refused`] };
    }),
};
