import Sqlite from 'better-sqlite3';

/**
 * Notices every write to a database. SQLite tells a connection only of what others have committed, so this is a
 * connection of its own, which writes nothing: to it, this process is one of the others.
 */
export class WriteWatcher {
  readonly #file: string;
  #sqlite: Sqlite.Database | undefined;
  #statement: Sqlite.Statement | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  /** Another number from a commit on. */
  get version(): number {
    this.#sqlite ??= new Sqlite(this.#file, { readonly: true, timeout: 0 });
    this.#statement ??= this.#sqlite.prepare('pragma data_version').pluck();
    return Number(this.#statement.get());
  }

  close(): void {
    this.#sqlite?.close();
  }
}
