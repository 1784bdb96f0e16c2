/** The page with `generated` between a command's two markers; the text around them stays. */
export function withGenerated(page: string, command: string, generated: string): string {
  const beginning = `<!-- generated: ${command} -->`;
  const ending = '<!-- /generated -->';
  const begin = page.indexOf(beginning);
  const end = page.indexOf(ending, begin);
  if (begin < 0 || end < 0) throw new Error(`The page needs the lines "${beginning}" and "${ending}", in this order`);
  return `${page.slice(0, begin + beginning.length)}\n\n${generated}\n\n${page.slice(end)}`;
}
