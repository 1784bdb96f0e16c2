const EXPECTED_TYPES: Record<string, RegExp> = {
  js: /javascript/i,
  css: /^text\/css/i,
  html: /^text\/html/i,
  svg: /^image\/svg/i,
};

/** A captive portal responds to everything with a page of its own; nothing of it gets into the shell. */
export function isShellResponse(url: string, response: Response): boolean {
  const extension = /\.(\w+)$/.exec(new URL(url).pathname)?.[1] ?? '';
  const expected = EXPECTED_TYPES[extension];
  const type = response.headers.get('Content-Type') ?? '';
  return response.status === 200 && !response.redirected && (expected?.test(type) ?? true);
}
