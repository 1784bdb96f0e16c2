import { alerts } from './alerts/index.ts';
import { apple } from './apple/index.ts';
import { audit } from './audit/index.ts';
import { backups } from './backups/index.ts';
import type { Core } from './core/core.ts';
import type { Subject } from './core/subject.ts';
import { diary } from './diary/index.ts';
import { guests } from './guests/index.ts';
import { home } from './home/index.ts';
import { https } from './https/index.ts';
import { invitations } from './invitations/index.ts';
import { keys } from './keys/index.ts';
import { library } from './library/index.ts';
import { metrics } from './metrics/index.ts';
import { mqtt } from './mqtt/index.ts';
import { nodes } from './nodes/index.ts';
import { oldTablets } from './oldTablets/index.ts';
import { passkeys } from './passkeys/index.ts';
import { peers } from './peers/index.ts';
import { photos } from './photos/index.ts';
import { readiness } from './readiness/index.ts';
import { setUp } from './setUp/index.ts';
import { shares } from './shares/index.ts';
import { signIn } from './signIn/index.ts';
import { sources } from './sources/index.ts';
import { table } from './table/index.ts';
import { update } from './update/index.ts';
import { tablets } from './tablets/index.ts';
import { users } from './users/index.ts';

/**
 * The subjects of the server from bottom to top. Each may use those before it, and none of those after it. A subject
 * that is not listed is not there: its folder can be deleted.
 */
export const SUBJECTS: readonly Subject<unknown>[] = [
  https,
  users,
  keys,
  signIn,
  apple,
  passkeys,
  invitations,
  setUp,
  photos,
  peers,
  library,
  backups,
  shares,
  tablets,
  diary,
  guests,
  sources,
  nodes,
  mqtt,
  readiness,
  alerts,
  home,
  metrics,
  audit,
  update,
  table,
  oldTablets,
];

export async function openSubjects(core: Core): Promise<void> {
  for (const subject of SUBJECTS) await subject.open(core);
}
