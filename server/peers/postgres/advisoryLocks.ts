/** PostgreSQL's advisory locks: numbers that no other program uses on the same database. */
export const ADVISORY_LOCKS = {
  /** Transactions that write, one at a time: nothing that one of them has checked changes before it ends. */
  writer: 5_461_902_730,
  /** The database: all servers share it, and a command that replaces the library has it alone. */
  server: 5_461_902_731,
  /** The creation of triggers, which two servers that start at once would both begin. */
  triggers: 5_461_902_732,
  /** The first server, which does work that must not be done twice. */
  first: 5_461_902_733,
  /** Work by name, in a pair with the name's hash: the files of one folder. */
  named: 546_190_273,
} as const;
