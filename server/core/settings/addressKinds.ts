import { Slot } from '../slot.ts';

/** A kind of address at which the server can have a part of its library, instead of in the data folder. */
export interface AddressKind {
  /** An example for people. */
  form: string;
  fits(address: string): boolean;
  /** The address of the module that lists this kind: a process started for one task imports it. */
  module: string;
}

/** The addresses that DATABASE_URL may name; listed like the stores'. */
export const DATABASE_ADDRESSES = new Slot<AddressKind>();

/** The addresses that S3_URL may name. The subject that has such stores lists them when it is imported. */
export const STORE_ADDRESSES = new Slot<AddressKind>();
