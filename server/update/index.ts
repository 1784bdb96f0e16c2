import { subject } from '#server/core/subject.ts';
import { UPDATE_COMMAND } from './updateCommand.ts';

/** Going over to a newer version, and back. */
export const update = subject(
  'update',
  () => undefined,
  () => [UPDATE_COMMAND],
);
