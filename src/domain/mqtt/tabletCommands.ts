import { MESSAGE_MAX_CHARACTERS } from '#contract/tablets/limits.ts';
import type { TabletCommand } from '#contract/tablets/schemas.ts';
import { isPlainLine } from '#domain/text/hiddenCharacters.ts';

/** An album that a tablet may be told to show, by its name. */
export interface NamedAlbum {
  id: string;
  name: string;
}

/** The option of the select for everything that the tablet may see. */
const ALL = 'All';

const BUTTON = { platform: 'button' };

/** The components of Home Assistant that command a tablet, each with its command topic. */
export function commandComponents(albums: readonly NamedAlbum[], topicOf: (name: string) => string) {
  const components = {
    next: { ...BUTTON, name: 'Next photo', icon: 'mdi:skip-next' },
    previous: { ...BUTTON, name: 'Previous photo', icon: 'mdi:skip-previous' },
    identify: { ...BUTTON, name: 'Show its name', device_class: 'identify' },
    awake: { platform: 'switch', name: 'Awake', icon: 'mdi:sleep', payload_on: 'ON', payload_off: 'OFF' },
    album: { platform: 'select', name: 'Album', options: [ALL, ...new Set(albums.map(({ name }) => name))] },
    message: { platform: 'text', name: 'Message', max: MESSAGE_MAX_CHARACTERS },
  };
  return Object.entries(components).map(([name, component]) => ({
    name,
    component: { ...component, command_topic: topicOf(name) },
  }));
}

/** The command in a message to one of these topics; undefined for anything else. */
export function commandOf(name: string, payload: string, albums: readonly NamedAlbum[]): TabletCommand | undefined {
  if (name === 'next' || name === 'previous' || name === 'identify') return { command: name };
  if (name === 'awake')
    return payload === 'ON' || payload === 'OFF' ? { command: name, on: payload === 'ON' } : undefined;
  if (name === 'message')
    return isPlainLine(payload, MESSAGE_MAX_CHARACTERS) ? { command: name, text: payload } : undefined;
  if (name !== 'album') return undefined;
  // An album of this name is preferred to the option for everything.
  const album = albums.find((one) => one.name === payload);
  if (album) return { command: 'show', albumId: album.id };
  return payload === ALL ? { command: 'show', albumId: '' } : undefined;
}
