/** A message from another server; `from` is the same for all messages of one process. */
export type MessageListener = (message: unknown, from: string) => void;

/** The work that the servers on one database share. */
export interface OtherServers {
  /** False where there can be none, and nothing has to be gathered for them. */
  readonly canExist: boolean;
  /** Makes this process one of the servers; commands never are. Resolves to whether there is no other one. */
  join(): Promise<boolean>;
  /** Sends a message to all others that run just now. One that cannot be sent is lost, as with a server that stops. */
  tell(topic: string, message: unknown): void;
  /** Returns an unsubscribe function. */
  onTold(topic: string, listener: MessageListener): () => void;
  /** True for one server at a time: it does what must not be done twice, such as sending alerts. */
  isFirst(): boolean;
  /** Runs work while no other server runs work of the same name. */
  inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/** Changes that other processes made to albums and photos. */
export interface LibraryVersion {
  /** Another number once another process has written; in between it may have been the same. */
  current: () => number;
  /**
   * Resolves when `current` knows of every write that ended before this call; to false when that cannot be known.
   * Undefined: it always does.
   */
  look?: () => Promise<boolean>;
}

/** The one server of a database in a file. */
export const NO_OTHERS: OtherServers = {
  canExist: false,
  join: async () => true,
  tell: () => undefined,
  onTold: () => () => undefined,
  isFirst: () => true,
  inTurn: (_name, work) => work(),
};
