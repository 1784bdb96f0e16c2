import { type Dispatch, useEffect, useState } from 'react';
import type { GameEvent, Used } from '#domain/codenames/game.ts';
import { lookForLines } from '../looking/look.ts';
import { confirmedWords } from './confirmedWords.ts';
import { readBoard, startReader } from './readBoard.ts';
import { downloadReader, isReaderStored, readerCore } from './readerDownload.ts';

export type ReadingState =
  | { phase: 'idle' }
  | { phase: 'loading' | 'reading'; percent: number }
  | { phase: 'failed'; problem: string };

const NOT_LOADED = 'The reader could not be loaded. It needs a connection the first time.';
const NOT_READ = 'The words could not be read on this device.';

export interface WordReader {
  state: ReadingState;
  /** Whether a press fetches nothing; unknown at first. */
  isStored: boolean | undefined;
  read: () => void;
}

/** Reads the words of the game's photo: loads the reader first, if it is not on the device. */
export function useWordReader({ photo, corners }: Used, dispatch: Dispatch<GameEvent>): WordReader {
  const [state, setState] = useState<ReadingState>({ phase: 'idle' });
  const [isStored, setIsStored] = useState<boolean>();
  const isIdle = state.phase === 'idle';
  useEffect(() => {
    if (isIdle) isReaderStored(readerCore()).then(setIsStored, () => setIsStored(false));
  }, [isIdle]);

  const showing = (phase: 'loading' | 'reading') => (share: number) =>
    setState({ phase, percent: Math.round(share * 100) });

  const read = async () => {
    const core = readerCore();
    let problem = NOT_LOADED;
    try {
      showing('loading')(0);
      await downloadReader(core, showing('loading'));
      const reader = await startReader(core);
      problem = NOT_READ;
      showing('reading')(0);
      const lines = await lookForLines(photo, corners);
      const remembered = new Set(confirmedWords());
      const words = await readBoard(reader, lines, { remembered, onShare: showing('reading') });
      dispatch({ type: 'words-read', words });
      setState({ phase: 'idle' });
    } catch {
      setState({ phase: 'failed', problem });
    }
  };
  return { state, isStored, read: () => void read() };
}
