import { type Fault, onServer } from '../fault.ts';
import { interruptUploads } from './interruptions.ts';

/** kill -9 at a random moment of many uploads, again and again on the same library. */
export const killedServer: Fault = {
  id: 'killedServer',
  slow: true,
  name: 'kill -9 at a random moment of uploads',
  run: ({ kills }) =>
    onServer(async (server) => {
      const interrupt = () => server.stop('SIGKILL');
      const restart = () => server.start();
      const { figures, broken } = await interruptUploads(server, { name: 'kill', times: kills, interrupt, restart });
      return { figures: { kills, ...figures }, broken };
    }),
};
