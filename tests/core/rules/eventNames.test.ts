import { expect, test } from 'vitest';
import { eventNames } from '#domain/text/eventNames.ts';

test('names of events in a stream, wherever it is cut', () => {
  const stream = ':\n\nevent: alive\ndata:\n\nevent: albums\r\ndata: event: none\n\n';
  for (let cut = 0; cut <= stream.length; cut += 1) {
    const next = eventNames();
    expect([...next(stream.slice(0, cut)), ...next(stream.slice(cut))], `cut at ${cut}`).toEqual(['alive', 'albums']);
  }
});

test('a line without its end waits for the rest', () => {
  expect(eventNames()('event: albums')).toEqual([]);
});
