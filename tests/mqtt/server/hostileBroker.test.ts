import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { BrokerConnection, RETAINED_TOPICS } from '#server/mqtt/brokerConnection.ts';
import { HomeTopics } from '#domain/mqtt/homeAssistant.ts';

/** Takes the place of a connection to a broker that keeps anything, which no real one does so quickly. */
class FakeClient extends EventEmitter {
  connected = true;
  readonly takenBack: string[] = [];

  subscribe(): void {
    // It sends what it likes.
  }

  end(): void {
    this.connected = false;
  }

  async publishAsync(topic: string, text: string): Promise<void> {
    if (text === '') this.takenBack.push(topic);
  }
}

const client = new FakeClient();
vi.mock('mqtt', () => ({ connect: () => client }));

test('a broker that claims to keep ever more topics, or very long ones, does not fill the memory', async () => {
  const topics = new HomeTopics('1234567890');
  const connection = await BrokerConnection.open({
    url: new URL('mqtt://broker'),
    topics,
    onCommand: () => undefined,
    onClosed: () => undefined,
  });
  const hear = (topic: string) => client.emit('message', topic, Buffer.from('{}'), { retain: true });
  const longest = topics.state({ kind: 'node', id: '\u{FFFF}'.repeat(128) });
  hear(longest);
  hear(topics.state({ kind: 'node', id: '1'.repeat(RETAINED_TOPICS.longest) }));
  await connection.tell([]);
  expect(client.takenBack).toEqual([longest]);
  for (let number = 0; number < RETAINED_TOPICS.most + 10; number += 1) hear(`${topics.status}/${number}`);
  await connection.tell([]);
  expect(client.takenBack).toHaveLength(1 + RETAINED_TOPICS.most);
  // There is room again for the rest, which it sends at the next connection or at once.
  hear(topics.state({ kind: 'node', id: 'gone' }));
  await connection.tell([]);
  expect(client.takenBack).toHaveLength(2 + RETAINED_TOPICS.most);
});
