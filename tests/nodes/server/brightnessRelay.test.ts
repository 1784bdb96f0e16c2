import { expect, test } from 'vitest';
import { BrightnessRelay } from '#server/nodes/socket/brightnessRelay.ts';

interface FakeSocket {
  id: string;
}

const [device, reader, other]: FakeSocket[] = [{ id: 'device' }, { id: 'reader' }, { id: 'other' }];
const report = { nodeId: 'lamp', brightness: 5 };

function createRelay() {
  const time = { now: 0 };
  return { time, relay: new BrightnessRelay<FakeSocket>(() => time.now) };
}

test('every request has one response, several requests of one reader too', () => {
  const { relay } = createRelay();
  relay.setReporter(device!, 'lamp');
  for (const socket of [reader!, other!, reader!]) expect(relay.request(socket, 'lamp')).toBe(device);
  expect(relay.takeReaders(device!, report)).toEqual([reader, other, reader]);
  expect(relay.takeReaders(device!, report)).toEqual([]);
});

test('a report that comes after the reader’s timeout is sent to nobody', () => {
  const { relay, time } = createRelay();
  relay.setReporter(device!, 'lamp');
  relay.request(reader!, 'lamp');
  time.now = 4_000;
  relay.request(other!, 'lamp');
  time.now = 5_000;
  relay.sweep();
  expect(relay.takeReaders(device!, report)).toEqual([other]);
});

test('nobody reports for a node whose device has left, or for another’s', () => {
  const { relay } = createRelay();
  relay.setReporter(device!, 'lamp');
  expect(relay.takeReaders(other!, report)).toBeUndefined();
  relay.leave(device!);
  expect(relay.request(reader!, 'lamp')).toBeUndefined();
  expect(relay.takeReaders(device!, report)).toBeUndefined();
});

test('the device heard last reports, and goes on when the device before it leaves', () => {
  const { relay } = createRelay();
  relay.setReporter(device!, 'lamp');
  relay.setReporter(other!, 'lamp');
  relay.leave(device!);
  expect(relay.request(reader!, 'lamp')).toBe(other);
});

test('a flood of requests is limited', () => {
  const { relay } = createRelay();
  relay.setReporter(device!, 'lamp');
  for (let request = 0; request < 5_000; request++) relay.request(reader!, 'lamp');
  expect(relay.takeReaders(device!, report)?.length).toBe(1_000);
});
