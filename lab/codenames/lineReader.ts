import { createWorker, OEM, PSM } from 'tesseract.js';

export interface LineReader {
  read: (picture: Uint8Array) => Promise<{ text: string; confidence: number }>;
  stop: () => Promise<void>;
}

const DATA = 'node_modules/@tesseract.js-data/eng/4.0.0_best_int';

/** The same reader as in the browser, set up in the same way, in a thread of Node. */
export async function startLineReader(): Promise<LineReader> {
  const worker = await createWorker('eng', OEM.LSTM_ONLY, { langPath: DATA, cacheMethod: 'none', gzip: true });
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_LINE, tessedit_char_whitelist: LETTERS });
  return {
    read: async (picture) => {
      const { data } = await worker.recognize(Buffer.from(picture));
      return { text: data.text, confidence: data.confidence };
    },
    stop: async () => void (await worker.terminate()),
  };
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ '-.";
