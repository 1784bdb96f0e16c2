/** The channel can never be reached again and is to be removed. The message says why, for people. */
export class ChannelGone extends Error {
  override name = 'ChannelGone';
}
