import { wipedFolder } from '../backups/wipedFolder.ts';
import { falseAlerts } from './alerts/falseAlerts.ts';
import { curation } from './curation/curation.ts';
import { abortedUploads } from './disk/abortedUploads.ts';
import { fullDisk } from './disk/fullDisk.ts';
import { killedServer } from './disk/killedServer.ts';
import { killedTrash } from './disk/killedTrash.ts';
import { lockedDatabase } from './disk/lockedDatabase.ts';
import { powerCut } from './disk/powerCut.ts';
import { readOnlyDisk } from './disk/readOnlyDisk.ts';
import type { Fault } from './fault.ts';
import { brokenConnections } from './load/brokenConnections.ts';
import { deafClients } from './load/deafClients.ts';
import { heartbeatWriting } from './load/heartbeatWriting.ts';
import { heavyPictures } from './load/heavyPictures.ts';
import { hostileGuest } from './load/hostileGuest.ts';
import { slowLoris } from './load/slowLoris.ts';
import { slugRace } from './load/slugRace.ts';
import { trickledBodies } from './load/trickledBodies.ts';
import { copiedFolder } from './sources/copiedFolder.ts';
import { followedAlbum } from './sources/followedAlbum.ts';
import { phonesAtOnce } from './load/phonesAtOnce.ts';

export const FAULTS: readonly Fault[] = [
  slugRace,
  hostileGuest,
  slowLoris,
  brokenConnections,
  trickledBodies,
  deafClients,
  lockedDatabase,
  fullDisk,
  readOnlyDisk,
  abortedUploads,
  heavyPictures,
  heartbeatWriting,
  falseAlerts,
  followedAlbum,
  copiedFolder,
  phonesAtOnce,
  killedServer,
  killedTrash,
  powerCut,
  wipedFolder,
  curation,
];
