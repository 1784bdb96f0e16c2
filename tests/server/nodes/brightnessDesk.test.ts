import { expect, test } from 'vitest';
import { BrightnessRelay, type Party } from '../../../server/nodes/socket/brightnessRelay.ts';

const [device, asker, other]: Party[] = [{ id: 'device' }, { id: 'asker' }, { id: 'other' }];
const report = { nodeId: 'lamp', brightness: 5 };

function desk() {
  const time = { now: 0 };
  return { time, desk: new BrightnessRelay<Party>(() => time.now) };
}

test('every question is answered once, those of one asker too', () => {
  const { desk: at } = desk();
  at.speaksFor(device!, 'lamp');
  for (const party of [asker!, other!, asker!]) expect(at.ask(party, 'lamp')).toBe(device);
  expect(at.answer(device!, report)).toEqual([asker, other, asker]);
  expect(at.answer(device!, report)).toEqual([]);
});

test('an answer that comes after the asker stopped waiting reaches nobody', () => {
  const { desk: at, time } = desk();
  at.speaksFor(device!, 'lamp');
  at.ask(asker!, 'lamp');
  time.now = 4_000;
  at.ask(other!, 'lamp');
  time.now = 5_000;
  at.sweep();
  expect(at.answer(device!, report)).toEqual([other]);
});

test('nobody speaks for a node whose device has left, or for another’s', () => {
  const { desk: at } = desk();
  at.speaksFor(device!, 'lamp');
  expect(at.answer(other!, report)).toBeUndefined();
  at.leave(device!);
  expect(at.ask(asker!, 'lamp')).toBeUndefined();
  expect(at.answer(device!, report)).toBeUndefined();
});

test('the device heard last speaks, and the old one’s leaving does not silence it', () => {
  const { desk: at } = desk();
  at.speaksFor(device!, 'lamp');
  at.speaksFor(other!, 'lamp');
  at.leave(device!);
  expect(at.ask(asker!, 'lamp')).toBe(other);
});

test('a flood of questions ends', () => {
  const { desk: at } = desk();
  at.speaksFor(device!, 'lamp');
  for (let question = 0; question < 5_000; question++) at.ask(asker!, 'lamp');
  expect(at.answer(device!, report)?.length).toBe(1_000);
});
