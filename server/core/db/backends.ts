import { StartError } from '../errors.ts';
import type { AddressKind } from '../settings/addressKinds.ts';
import { Slot } from '../slot.ts';
import type { Backend } from './backend.ts';

/** A kind of database that DATABASE_URL names; without one the database is the file in the data folder. */
export interface BackendKind extends AddressKind {
  /** `known` are the names of all migrations. */
  open(address: string, known: readonly string[]): Promise<Backend>;
  /** Whether there is a library's database. */
  hasTables(address: string): Promise<boolean>;
  /** Whether the database lists any photo, without bringing it to the newest migration. */
  hasPhotoRows(address: string): Promise<boolean>;
}

/** The kinds that there are. The subject that has one lists it when it is imported: commands need it before any core. */
export const BACKENDS = new Slot<BackendKind>();

export function backendAt(address: string): BackendKind {
  for (const kind of BACKENDS) if (kind.fits(address)) return kind;
  throw new StartError('DATABASE_URL: this server has no database of that kind: leave it out');
}
