/** The pause between two attempts; it ends early when the device is online again or the person asks for it. */
export class AttemptPause {
  #end = () => {};

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        window.removeEventListener('online', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      window.addEventListener('online', end);
      this.#end = end;
    });
  }

  end(): void {
    this.#end();
  }
}
