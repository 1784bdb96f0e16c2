import { UPLOADS_DATABASE } from '#contract/storageKeys.ts';
import { isRecord, textOf } from '#domain/records.ts';

/** A tab that is alive answers at once; one that was closed or has crashed does not. */
const ANSWER_MS = 400;

interface Listening {
  /** Whether this tab itself is uploading the drop. */
  holds: (drop: string) => boolean;
  /** Called when another tab has taken something over, or discarded it. */
  onChanged: () => void;
}

/** Lets the tabs of this browser ask each other who is uploading what. */
export class OtherTabs {
  readonly #channel: BroadcastChannel | undefined;
  readonly #held = new Set<string>();

  constructor({ holds, onChanged }: Listening) {
    if (typeof BroadcastChannel === 'undefined') return;
    this.#channel = new BroadcastChannel(UPLOADS_DATABASE.name);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isRecord(data)) return;
      const drop = textOf(data, 'drop');
      if (data.type === 'who' && holds(drop)) this.#say({ type: 'mine', drop });
      if (data.type === 'mine') this.#held.add(drop);
      if (data.type === 'changed') onChanged();
    });
  }

  /** The drops that another tab is uploading. */
  async heldElsewhere(drops: readonly string[]): Promise<ReadonlySet<string>> {
    this.#held.clear();
    if (!this.#channel || drops.length === 0) return this.#held;
    for (const drop of drops) this.#say({ type: 'who', drop });
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    return new Set(this.#held);
  }

  sayChanged(): void {
    this.#say({ type: 'changed' });
  }

  #say(message: Record<string, string>): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel takes none
    this.#channel?.postMessage(message);
  }
}
