import type { TypedApp } from '../../http/typedApp.ts';
import { startHistoryWriter } from './historyWriter.ts';
import { SampleBook } from './sampleBook.ts';
import type { SampleRepository } from './sampleRepository.ts';

interface HistoryOptions {
  samples: SampleRepository;
  now: () => number;
  peers: { isFirst(): boolean };
}

/** Goes on with the history where the server stopped, and writes it until the app closes. */
export async function keepHistory(app: TypedApp, { samples, now, peers }: HistoryOptions): Promise<SampleBook> {
  const book = new SampleBook();
  book.restore(await samples.loadSinceLastHour(now()), now());
  const stop = startHistoryWriter({
    book,
    repository: samples,
    now,
    peers,
    onError: (error) => app.log.error({ err: error }, 'The history of the nodes could not be written; trying again'),
  });
  app.addHook('onClose', stop);
  return book;
}
