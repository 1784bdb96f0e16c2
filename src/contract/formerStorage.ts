/**
 * Names under which earlier versions, in which a tablet took over a new key by itself, stored something. The worker deletes
 * it when it takes over, and the page deletes the text. Apart from the names in use, which the first script has.
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
