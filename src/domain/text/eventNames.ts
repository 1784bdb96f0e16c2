const FIELD = 'event:';

/** Returns a function that finds the names of server-sent events in a text that arrives in pieces. */
export function eventNames(): (piece: string) => string[] {
  let rest = '';
  return (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    return lines.filter((line) => line.startsWith(FIELD)).map((line) => line.slice(FIELD.length).trim());
  };
}
