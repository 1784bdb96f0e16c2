import { subject } from '#server/core/subject.ts';
import { MOVE_COMMAND } from './moveCommand.ts';
import './places.ts';

/**
 * Several servers with one library: its rows in PostgreSQL, which also passes messages and locks between them, and its
 * photos in a bucket of an object store or in a folder that all of them reach.
 */
export const peers = subject(
  'peers',
  () => undefined,
  () => [MOVE_COMMAND],
);
