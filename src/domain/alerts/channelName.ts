import type { NewChannel } from '#contract/alerts/schemas.ts';
import { deviceName } from '#domain/signIn/deviceName.ts';

/** The person who adds a channel, and the browser used for it. */
interface From {
  firstName: string;
  userAgent: string | undefined;
}

/** Returns the name of a channel on screens. The path of a webhook may be a secret, so only the host is named. */
export function channelName(channel: NewChannel, { firstName, userAgent }: From): string {
  if (channel.kind === 'mail') return channel.to;
  if (channel.kind === 'push') return `${deviceName(userAgent)}${firstName && ` (${firstName})`}`;
  return new URL(channel.url).host;
}
