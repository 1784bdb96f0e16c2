import { expect, test } from 'vitest';
import { kioskEventFrom } from '../../../../src/domain/tablets/kioskEvent.ts';

test.each(['alive', 'settings', 'revoked', 'albums'] as const)('%s is known by its name', (name) => {
  expect(kioskEventFrom(name, '')).toEqual({ event: name });
});

test.each([{ command: 'identify' }, { command: 'pause' }, { command: 'show', albumId: 'a1' }] as const)(
  'the command %j',
  (command) => {
    expect(kioskEventFrom('command', JSON.stringify(command))).toEqual({ event: 'command', command });
  },
);

test.each(['', 'no json', 'null', '[]', '{"command":"explode"}', '{"command":"show"}'])(
  'a command of a later version, %j, is passed over',
  (data) => {
    expect(kioskEventFrom('command', data)).toBeUndefined();
  },
);
