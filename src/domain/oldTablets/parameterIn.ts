/** The last value of a parameter in an address, for browsers without `URLSearchParams`; '' without one. */
export function parameterIn(search: string, name: string): string {
  let found = '';
  for (const part of search.replace(/^\?/, '').split('&')) {
    const equals = part.indexOf('=');
    if (equals < 0 || decoded(part.slice(0, equals)) !== name) continue;
    found = decoded(part.slice(equals + 1));
  }
  return found;
}

function decoded(text: string): string {
  const spaced = text.replace(/\+/g, ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
