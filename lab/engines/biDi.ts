type Parameters = Record<string, unknown>;

interface Reply {
  id?: number;
  type?: string;
  result?: unknown;
  error?: string;
  message?: string;
}

/** A connection of the WebDriver BiDi protocol. */
export class BiDi {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { resolve: (json: string) => void; reject: (error: Error) => void }>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#take(String(data)));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The browser has gone'));
    });
  }

  static connect(url: string): Promise<BiDi> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url);
      socket.addEventListener('open', () => resolve(new BiDi(socket)), { once: true });
      socket.addEventListener('error', () => reject(new Error(`No connection to ${url}`)), { once: true });
    });
  }

  /** Sends a command; returns its result as JSON. */
  send(method: string, params: Parameters = {}): Promise<string> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject: (error) => reject(new Error(`${method}: ${error.message}`)) });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): void {
    this.#socket.close();
  }

  #take(data: string): void {
    const reply: Reply = JSON.parse(data);
    const waiting = reply.id === undefined ? undefined : this.#waiting.get(reply.id);
    if (!waiting || reply.id === undefined) return;
    this.#waiting.delete(reply.id);
    if (reply.type === 'error') waiting.reject(new Error(`${reply.error}: ${reply.message}`));
    else waiting.resolve(JSON.stringify(reply.result));
  }
}
