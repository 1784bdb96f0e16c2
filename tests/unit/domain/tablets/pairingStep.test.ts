import { expect, test } from 'vitest';
import { pairingStep } from '../../../../src/domain/tablets/pairingStep.ts';

test('a screen asks again until somebody has typed its letters, and then takes the key', () => {
  expect(pairingStep({ state: 'waiting' })).toEqual({ kind: 'ask-again' });
  const paired = { state: 'paired', key: '1e5' };
  // A server from before the devices' secrets tells none.
  expect(pairingStep(paired)).toEqual({ kind: 'take', key: '1e5', deviceSecret: '' });
  expect(pairingStep({ ...paired, deviceSecret: 's' })).toEqual({ kind: 'take', key: '1e5', deviceSecret: 's' });
});

test.each([{ state: 'paired' }, { state: 'paired', key: '' }, { state: 'paired', key: 7 }])(
  'a key that is missing in %j is lost: new letters are needed',
  (response) => {
    expect(pairingStep(response)).toEqual({ kind: 'new-letters', isKeyLost: true });
  },
);

test.each([undefined, null, 'waiting', [], {}, { state: 'open' }, { key: 'k' }])(
  '%j is no word of the server',
  (other) => {
    expect(pairingStep(other)).toBeUndefined();
  },
);
