/** 'Summer', 'Summer and Winter', 'Summer, Winter and 3 more'; undefined for none. */
export function someNames([first, second, ...others]: readonly string[]): string | undefined {
  if (first === undefined || second === undefined) return first;
  return others.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${others.length} more`;
}
