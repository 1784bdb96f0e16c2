type ParamName<Pattern extends string> = Pattern extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamName<Tail>
    : Rest
  : never;

/** The parameters of a pattern such as `/users/:id/permissions`, by name; any names if the pattern is not known. */
export type PathParams<Pattern extends string> = string extends Pattern
  ? Record<string, string>
  : Record<ParamName<Pattern>, string>;

/** The path of a pattern with its parameters filled in and encoded. */
export function pathOf<Pattern extends string>(pattern: Pattern, params: PathParams<Pattern>): string;
export function pathOf(pattern: string, params: Record<string, string>): string {
  let path = pattern;
  for (const [name, value] of Object.entries(params)) path = path.replace(`:${name}`, encodeURIComponent(value));
  return path;
}

/** The parameters of a path, still encoded; undefined when the path does not fit the pattern. */
export function matchPath<Pattern extends string>(pattern: Pattern, path: string): PathParams<Pattern> | undefined;
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  return paramsOf(pattern.split('/'), path.split('/'));
}

/** Like `matchPath`, but for the end of a path: the API may be served below a path of another origin. */
export function matchPathEnd<Pattern extends string>(pattern: Pattern, path: string): PathParams<Pattern> | undefined;
export function matchPathEnd(pattern: string, path: string): Record<string, string> | undefined {
  const expected = pattern.split('/').slice(1);
  return paramsOf(expected, path.split('/').slice(-expected.length));
}

function paramsOf(expected: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (segments.length !== expected.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const name = expected[index] ?? '';
    if (name.startsWith(':') && segment !== '') params[name.slice(1)] = segment;
    else if (name !== segment) return undefined;
  }
  return params;
}

/** Returns `/photos` for `/photos/albums/1`. */
export function firstSegment(path: string): string {
  return `/${path.split('/', 2)[1] ?? ''}`;
}
