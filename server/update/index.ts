import { subject } from '#server/core/subject.ts';
import { takePartInUpdates } from './handOver.ts';
import { UPDATE_COMMAND } from './updateCommand.ts';

/** Going over to a newer version, and back. */
export const update = subject(
  'update',
  (core) => core.slots.listening.add({ started: (server) => takePartInUpdates(core, server) }),
  () => [UPDATE_COMMAND],
);
