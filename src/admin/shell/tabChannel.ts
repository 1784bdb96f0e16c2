import { isRecord } from '#domain/records.ts';

/** The way to the other pages of this browser; a page does not hear itself. */
export interface TabChannel {
  say: (message: Record<string, string | number>) => void;
  close: () => void;
}

/** Opens the channel of a name; undefined where the browser has no channels. */
export function openTabChannel(
  name: string,
  onMessage: (message: Record<string, unknown>) => void,
): TabChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isRecord(data)) onMessage(data);
  });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel takes none
    say: (message) => channel.postMessage(message),
    close: () => channel.close(),
  };
}
