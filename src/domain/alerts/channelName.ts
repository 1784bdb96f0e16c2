import type { NewChannel } from '../../contract/admin/alerts.ts';
import { deviceName } from '../access/deviceName.ts';

/** Who adds a channel, and with which browser. */
interface From {
  firstName: string;
  userAgent: string | undefined;
}

/** What a channel is called on screens. The path of a webhook may be its secret, so only the host is named. */
export function channelName(channel: NewChannel, { firstName, userAgent }: From): string {
  if (channel.kind === 'mail') return channel.to;
  if (channel.kind === 'push') return `${deviceName(userAgent)}${firstName && ` (${firstName})`}`;
  return new URL(channel.url).host;
}
