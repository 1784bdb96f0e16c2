import { alerts } from './alerts/index.ts';
import { audit } from './audit/index.tsx';
import { backups } from './backups/index.ts';
import { clips } from './clips/index.ts';
import { diary } from './diary/index.ts';
import { guests } from './guests/index.ts';
import { invitations } from './invitations/index.ts';
import { nodes } from './nodes/index.ts';
import { passkeys } from './passkeys/index.tsx';
import { programme } from './programme/index.ts';
import { search } from './search/index.ts';
import { setUp } from './setUp/index.tsx';
import { shares } from './shares/index.ts';
import { sources } from './sources/index.ts';
import { tablets } from './tablets/index.ts';
import { trash } from './trash/index.ts';
import { update } from './update/index.ts';

/**
 * The subjects that bring something to the pages of others, in the order in which people see it. A subject that is not
 * listed is not there: its folder and its routes can be deleted.
 */
const SUBJECTS: readonly (() => void)[] = [
  update,
  nodes,
  alerts,
  backups,
  setUp,
  tablets,
  clips,
  diary,
  programme,
  sources,
  guests,
  trash,
  search,
  shares,
  audit,
  invitations,
  passkeys,
];

for (const bring of SUBJECTS) bring();
