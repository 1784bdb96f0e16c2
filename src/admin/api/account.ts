import { ADMIN_PATHS } from '#contract/admin/adminPaths.ts';
import type { OwnAccount } from '#contract/users/schemas.ts';
import { eventNames } from '#domain/text/eventNames.ts';
import { withTimeout } from '#domain/timing.ts';
import { http } from '#src/shared/api/http.ts';

/** A stream that was silent for this long is dead, even if nobody has reported it. */
export const SILENT_AFTER_MS = 60_000;
const SILENT = { done: true } as const;

/** The signed-in person's own account. */
export function fetchOwnAccount(token: string): Promise<OwnAccount> {
  return http({ token }).get(ADMIN_PATHS.account).json<OwnAccount>();
}

interface Listening {
  signal: AbortSignal;
  onEvent: (name: string) => void;
}

/** Calls back with the events of the person's account until the stream ends. */
export async function readAccountEvents(token: string, { signal, onEvent }: Listening): Promise<void> {
  const { body } = await http({ token }).get(ADMIN_PATHS.accountEvents, { timeout: false, signal });
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const namesIn = eventNames();
  try {
    for (;;) {
      const piece = await withTimeout(reader.read(), SILENT_AFTER_MS, () => SILENT);
      if (piece.done) return;
      for (const name of namesIn(decoder.decode(piece.value, { stream: true }))) onEvent(name);
    }
  } finally {
    await reader.cancel();
  }
}
