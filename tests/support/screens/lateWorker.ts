interface Controller {
  postMessage: (message: { type: string }, ports?: MessagePort[]) => void;
}

/** The browser's part of a worker that takes control of a page while it is open, as on a first visit. */
export class LateWorker extends EventTarget {
  controller: Controller | null = null;
  /** The messages of the page, by their types. */
  readonly told: string[] = [];

  /** Gives the page this worker, since jsdom has none, until the returned function is called. */
  install(): () => void {
    Object.defineProperty(navigator, 'serviceWorker', { value: this, configurable: true });
    return () => void Reflect.deleteProperty(navigator, 'serviceWorker');
  }

  /** From now on the page has a worker, which says that no image is missing. */
  takeControl(): void {
    const postMessage: Controller['postMessage'] = ({ type }, [port] = []) => {
      this.told.push(type);
      port?.postMessage(type === 'missing' ? { missing: [] } : null);
    };
    this.controller = { postMessage };
    this.dispatchEvent(new Event('controllerchange'));
  }
}

/** The address of a call of `fetch`. */
export function addressOf([asked]: Parameters<typeof fetch>): URL {
  return new URL(asked instanceof Request ? asked.url : asked);
}
