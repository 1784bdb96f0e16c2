/**
 * Names under which earlier versions stored data, in which a tablet took over a new key by itself. The worker deletes
 * the data when it takes over, and the page deletes the text. Separate from the names in use, which the first script
 * contains.
 */
export const FORMER = {
  /** In the local storage. */
  text: 'device-secret',
  /** A record: by the hash of a key, the hash under which everything is stored for it. */
  record: 'replaced-keys',
  /** Ends the address of a note among a key's responses, which says the same as the record. */
  storedAs: '/stored-as',
  /** Ends the address of a note of the key that replaced another. */
  replaced: '/replaced',
} as const;
