/** Stops the server like a signal. Afterwards the process calls `then`, or exits with the code. */
export type Stop = (exitCode: number, then?: () => void) => void;

/** The server that has begun to listen. */
export interface ListeningServer {
  port: number;
  /** Whether it serves https. */
  secure: boolean;
  log: Record<'error' | 'info', (text: string) => void>;
  /** Prints a sentence for the operator. */
  tell: (sentence: string) => void;
  onClose: (close: () => void) => void;
  stop: Stop;
}

/**
 * The part of a subject in the start of the running server. Commands and tests open the library, and build the app,
 * without these. Each step is taken by all subjects, from bottom to top, before the next one.
 */
export interface Listening {
  /** Returns the port to listen at instead of the one in the settings. Called before the app is built. */
  port?: () => Promise<number>;
  /** Called when the server listens. */
  opened?: (server: ListeningServer) => void | Promise<void>;
  /** Returns sentences for the operator about what the server goes on without. */
  troubles?: () => Promise<readonly string[]>;
  /** Called when everything of the server is open, to begin work in the background. */
  started?: (server: ListeningServer) => void | Promise<void>;
  /** Called before the addresses are printed, to wait until they are known. */
  addressing?: (server: ListeningServer) => void | Promise<void>;
  /** Called when the addresses are printed. */
  printed?: () => void;
}
