import { type BackendKind, BACKENDS } from '#server/core/db/backends.ts';
import { DATABASE_ADDRESSES, STORE_ADDRESSES } from '#server/core/settings/addressKinds.ts';
import { STORES, type StoreKind } from '#server/photos/store/stores.ts';
import { parseStoreAddress } from './bucket/storeAddress.ts';

// Importing this module lists the places of a library that several servers can reach. A place is loaded only where it
// is used: a home's server needs neither its code nor its memory.

export const POSTGRES: BackendKind = {
  module: import.meta.url,
  form: 'postgres://user:password@host:5432/name',
  fits: (address) => /^postgres(?:ql)?:\/\//.test(address) && URL.canParse(address),
  open: async (address, known) => (await import('./postgres/openPostgres.ts')).openPostgres(address, known),
  hasTables: async (address) => (await import('./postgres/state.ts')).hasTables(address),
  hasPhotoRows: async (address) => (await import('./postgres/state.ts')).hasPhotoRows(address),
};

export const BUCKET: StoreKind = {
  module: import.meta.url,
  form: 's3://bucket/prefix?endpoint=https://s3.example.org&region=eu-1, and hold no keys',
  fits: (address) => parseStoreAddress(address) !== undefined,
  open: async (address, parts) => (await import('./bucket/openBucket.ts')).openBucket(address, parts),
};

DATABASE_ADDRESSES.add(POSTGRES);
BACKENDS.add(POSTGRES);
STORES.add(BUCKET);
STORE_ADDRESSES.add(BUCKET);
