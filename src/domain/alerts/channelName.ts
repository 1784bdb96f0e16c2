import type { NewChannel } from '../../contract/admin/alerts.ts';

/** What a channel is called on screens. The path of a webhook may be its secret, so only the host is named. */
export function channelName(channel: NewChannel): string {
  return channel.kind === 'mail' ? channel.to : new URL(channel.url).host;
}
