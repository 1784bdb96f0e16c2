import { CELLS, cellName } from '../board.ts';
import type { KeyColour, KeyReading } from './readKey.ts';

const NAMES: readonly { colour: KeyColour; one: string; more: string }[] = [
  { colour: 'red', one: 'red', more: 'red' },
  { colour: 'blue', one: 'blue', more: 'blue' },
  { colour: 'bystander', one: 'bystander', more: 'bystanders' },
  { colour: 'assassin', one: 'assassin', more: 'assassins' },
];

/** '9 red, 8 blue, 7 bystanders, 1 assassin. Red starts.' */
export function keySummary({ colours, starts }: KeyReading): string {
  const counts = NAMES.map(({ colour, one, more }) => {
    const count = colours.filter((each) => each === colour).length;
    return `${count} ${count === 1 ? one : more}`;
  });
  return `${counts.join(', ')}. ${starts === 'red' ? 'Red' : 'Blue'} starts.`;
}

/** The doubts about a key card, one sentence each. `places` are the indexes of the squares in the order that is shown. */
export function keyDoubts({ doubtful, lightsAgree }: KeyReading, places: readonly number[]): string[] {
  const doubts: string[] = [];
  if (doubtful.length === CELLS.length)
    doubts.push('This does not look like a key card. Drag the corners onto its squares.');
  else if (doubtful.length > 0) {
    const cells = CELLS.filter((_, index) => doubtful.includes(places[index] ?? -1)).map(cellName);
    doubts.push(`Doubtful: ${cells.join('; ')}.`);
  }
  if (lightsAgree === false) doubts.push('The lights on the border say that the other team starts.');
  return doubts;
}
