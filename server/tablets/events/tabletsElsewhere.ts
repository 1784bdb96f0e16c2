import { Type } from 'typebox';
import { KIOSK_EVENTS } from '#contract/tablets/kioskEvents.ts';
import { type Messages, onMessage } from '#server/core/db/cluster.ts';
import { repeat } from '#server/core/repeating.ts';

export interface TabletEvent {
  event: keyof typeof KIOSK_EVENTS;
  /** Sent as JSON. */
  data?: unknown;
}

/** The interval at which a server announces all its listening tablets: others may have missed a start or an end. */
const SAY_EVERY_MS = 10_000;
/** The silence after which a server counts as stopped. */
const GONE_AFTER_MS = 25_000;

const Listening = Type.Object({
  began: Type.Array(Type.String()),
  ended: Type.Array(Type.String()),
  /** Whether `began` are all listening tablets. */
  isAll: Type.Boolean(),
});
type Listening = Type.Static<typeof Listening>;

const LISTENING = { topic: 'tablets-listening', schema: Listening };
const EVENT = {
  topic: 'tablet-event',
  schema: Type.Object({
    tabletId: Type.String(),
    event: Type.Object({ event: Type.Enum(KIOSK_EVENTS), data: Type.Optional(Type.Unknown()) }),
  }),
};
const END = { topic: 'tablet-end', schema: Type.Object({ tabletId: Type.String() }) };

interface Server {
  tablets: Set<string>;
  heardAtMs: number;
}

interface Here {
  listeningHere: () => Iterable<string>;
  tellHere: (tabletId: string, event: TabletEvent) => void;
  endHere: (tabletId: string) => void;
}

/** The tablets that listen to other servers, and the events that are passed on to them. */
export class TabletsElsewhere {
  readonly #messages: Messages;
  readonly #here: Here;
  readonly #servers = new Map<string, Server>();
  readonly #unsubscribe: (() => void)[];
  #stop: (() => Promise<void>) | undefined;

  constructor(messages: Messages, here: Here) {
    this.#messages = messages;
    this.#here = here;
    this.#unsubscribe = [
      onMessage(messages, LISTENING, (message, from) => this.#heard(from, message)),
      onMessage(messages, EVENT, ({ tabletId, event }) => here.tellHere(tabletId, event)),
      onMessage(messages, END, ({ tabletId }) => here.endHere(tabletId)),
    ];
    if (messages.canArrive) this.#stop = repeat(SAY_EVERY_MS, () => this.#sayAll());
  }

  isListening(tabletId: string): boolean {
    const oldest = performance.now() - GONE_AFTER_MS;
    for (const [from, { tablets, heardAtMs }] of this.#servers) {
      if (heardAtMs < oldest) this.#servers.delete(from);
      else if (tablets.has(tabletId)) return true;
    }
    return false;
  }

  began(tabletId: string): void {
    this.#say({ began: [tabletId], ended: [], isAll: false });
  }

  ended(tabletId: string): void {
    this.#say({ began: [], ended: [tabletId], isAll: false });
  }

  tell(tabletId: string, event: TabletEvent): void {
    this.#messages.publish(EVENT.topic, { tabletId, event });
  }

  end(tabletId: string): void {
    this.#messages.publish(END.topic, { tabletId });
  }

  close(): void {
    void this.#stop?.();
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#say({ began: [], ended: [], isAll: true });
  }

  #sayAll(): void {
    this.#say({ began: [...this.#here.listeningHere()], ended: [], isAll: true });
  }

  #say(message: Listening): void {
    this.#messages.publish(LISTENING.topic, message);
  }

  #heard(from: string, { began, ended, isAll }: Listening): void {
    const before = this.#servers.get(from);
    // A server that has just joined missed earlier messages; send them again.
    if (!before) this.#sayAll();
    const tablets = isAll || !before ? new Set<string>() : before.tablets;
    for (const id of began) tablets.add(id);
    for (const id of ended) tablets.delete(id);
    this.#servers.set(from, { tablets, heardAtMs: performance.now() });
  }
}
