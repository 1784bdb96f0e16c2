import { expect, test } from 'vitest';
import type { TabletCommand } from '#contract/tablets/schemas.ts';
import { commandComponents, commandOf } from '#domain/mqtt/tabletCommands.ts';

const albums = [
  { id: '1', name: 'Lake' },
  { id: '2', name: 'Lake' },
];

test.each<[string, string, TabletCommand | undefined]>([
  ['next', 'PRESS', { command: 'next' }],
  ['previous', '', { command: 'previous' }],
  ['identify', 'PRESS', { command: 'identify' }],
  ['awake', 'ON', { command: 'awake', on: true }],
  ['awake', 'OFF', { command: 'awake', on: false }],
  ['awake', 'on', undefined],
  ['album', 'Lake', { command: 'show', albumId: '1' }],
  ['album', 'All', { command: 'show', albumId: '' }],
  ['album', '2', undefined],
  ['message', '', { command: 'message', text: '' }],
  ['message', 'x'.repeat(140), { command: 'message', text: 'x'.repeat(140) }],
  ['message', 'x'.repeat(141), undefined],
  ['message', '🌞'.repeat(140), { command: 'message', text: '🌞'.repeat(140) }],
  ['message', 'two\nlines', undefined],
  ['message', 'reversed \u202Egpj.exe', undefined],
  ['message', 'שלום \u200Fabc', { command: 'message', text: 'שלום \u200Fabc' }],
  ['reload', 'PRESS', undefined],
  ['reload', 'Lake', undefined],
  ['toString', 'PRESS', undefined],
])('%s with %j means %j', (name, payload, command) => {
  expect(commandOf(name, payload, albums)).toEqual(command);
});

test('an album named like everything comes before it', () => {
  expect(commandOf('album', 'All', [{ id: '3', name: 'All' }])).toEqual({ command: 'show', albumId: '3' });
});

test('each component has its topic, and a name is offered once', () => {
  const components = commandComponents(albums, (name) => `set/${name}`);
  for (const { name, component } of components) expect(component.command_topic).toBe(`set/${name}`);
  // By the names and fields of Home Assistant, which knows no others.
  expect(Object.fromEntries(components.map(({ name, component }) => [name, component]))).toMatchObject({
    next: { platform: 'button', name: 'Next photo', icon: 'mdi:skip-next' },
    previous: { platform: 'button', name: 'Previous photo', icon: 'mdi:skip-previous' },
    identify: { platform: 'button', name: 'Show its name', device_class: 'identify' },
    awake: { platform: 'switch', name: 'Awake', icon: 'mdi:sleep', payload_on: 'ON', payload_off: 'OFF' },
    album: { platform: 'select', name: 'Album', options: ['All', 'Lake'] },
    message: { platform: 'text', name: 'Message', max: 140 },
  });
});
