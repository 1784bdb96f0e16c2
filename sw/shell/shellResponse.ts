const EXPECTED_TYPES: Record<string, RegExp> = {
  js: /javascript/i,
  css: /^text\/css/i,
  html: /^text\/html/i,
  svg: /^image\/svg/i,
};

/**
 * False for the page with which a captive portal responds to every request: it must not be stored as a file of the
 * shell.
 */
export function isShellResponse(url: string, response: Response): boolean {
  const extension = /\.(\w+)$/.exec(new URL(url).pathname)?.[1] ?? '';
  const expected = EXPECTED_TYPES[extension];
  const type = response.headers.get('Content-Type') ?? '';
  return response.status === 200 && !response.redirected && (expected?.test(type) ?? true);
}
