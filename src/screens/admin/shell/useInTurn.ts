import { useCallback, useRef } from 'react';

type InTurn = <Result>(act: () => Promise<Result>) => Promise<Result>;

/** Runs what it is given one after another, so that the server hears of changes in the order in which they were made. */
export function useInTurn(): InTurn {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback((act) => {
    const mine = last.current.then(act, act);
    last.current = mine;
    return mine;
  }, []);
}
