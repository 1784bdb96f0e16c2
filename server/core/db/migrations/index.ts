import type { Migration } from 'kysely/migration';
import * as brokerNodes from './042-broker-nodes.ts';
import * as accounts from './001-accounts.ts';
import * as photos from './002-photos.ts';
import * as nodes from './003-nodes.ts';
import * as installation from './004-installation.ts';
import * as nodeKeys from './005-node-keys.ts';
import * as sessionsAndAudit from './006-accounts.ts';
import * as curation from './007-curation.ts';
import * as tablets from './008-tablets.ts';
import * as homeAuthority from './009-home-authority.ts';
import * as passkeys from './010-passkeys.ts';
import * as invitationsAndShares from './011-invitations-and-shares.ts';
import * as nodeCare from './012-node-care.ts';
import * as shareNames from './013-share-names.ts';
import * as pendingFiles from './014-pending-files.ts';
import * as setUpLinks from './015-set-up-links.ts';
import * as albumContents from './016-album-contents.ts';
import * as makersOfLinks from './018-makers-of-links.ts';
import * as makersOfTablets from './019-makers-of-tablets.ts';
import * as tabletKeys from './022-tablet-keys.ts';
import * as servedPorts from './024-served-ports.ts';
import * as formerAuthorities from './025-former-authorities.ts';
import * as nodeOwners from './026-node-owners.ts';
import * as namesOfFiles from './027-names-of-files.ts';
import * as alertsTold from './028-alerts-told.ts';
import * as backupPlan from './029-backup-plan.ts';
import * as doorway from './030-doorway.ts';
import * as keysByConnection from './044-keys-by-connection.ts';
import * as guests from './031-guests.ts';
import * as guestCodes from './038-guest-codes.ts';
import * as sources from './035-sources.ts';
import * as lastSeen from './037-last-seen.ts';
import * as tabletDays from './039-tablet-days.ts';
import * as pings from './032-pings.ts';
import * as shareDownloads from './033-share-downloads.ts';
import * as shownPhotos from './034-shown-photos.ts';
import * as focus from './036-focus.ts';
import * as madeBySources from './040-made-by-sources.ts';
import * as guestBytes from './041-guest-bytes.ts';
import * as oneNodeHistory from './047-one-node-history.ts';
import * as states from './048-states.ts';
import * as albumsThatAccountsSee from './049-albums-that-accounts-see.ts';
import * as companions from './050-companions.ts';
import * as albumsByParent from './051-albums-by-parent.ts';

/** Migrations in the order of their numbers; a migration that has been released is never edited again. */
export const MIGRATIONS: Record<string, Migration> = {
  '001-accounts': accounts,
  '002-photos': photos,
  '003-nodes': nodes,
  '004-installation': installation,
  '005-node-keys': nodeKeys,
  '006-accounts': sessionsAndAudit,
  '007-curation': curation,
  '008-tablets': tablets,
  '009-home-authority': homeAuthority,
  '010-passkeys': passkeys,
  '011-invitations-and-shares': invitationsAndShares,
  '012-node-care': nodeCare,
  '013-share-names': shareNames,
  '014-pending-files': pendingFiles,
  '015-set-up-links': setUpLinks,
  '016-album-contents': albumContents,
  '018-makers-of-links': makersOfLinks,
  '019-makers-of-tablets': makersOfTablets,
  '022-tablet-keys': tabletKeys,
  '024-served-ports': servedPorts,
  '025-former-authorities': formerAuthorities,
  '026-node-owners': nodeOwners,
  '027-names-of-files': namesOfFiles,
  '028-alerts-told': alertsTold,
  '029-backup-plan': backupPlan,
  '030-doorway': doorway,
  '031-guests': guests,
  '032-pings': pings,
  '033-share-downloads': shareDownloads,
  '034-shown-photos': shownPhotos,
  '035-sources': sources,
  '036-focus': focus,
  '037-last-seen': lastSeen,
  '038-guest-codes': guestCodes,
  '039-tablet-days': tabletDays,
  '040-made-by-sources': madeBySources,
  '041-guest-bytes': guestBytes,
  '042-broker-nodes': brokerNodes,
  '044-keys-by-connection': keysByConnection,
  '047-one-node-history': oneNodeHistory,
  '048-states': states,
  '049-albums-that-accounts-see': albumsThatAccountsSee,
  '050-companions': companions,
  '051-albums-by-parent': albumsByParent,
};
