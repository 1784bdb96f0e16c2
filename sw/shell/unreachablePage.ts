import { API_PATTERNS } from '#contract/paths.ts';

const RETRY_SECONDS = 5;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Server out of reach – Circuit Tree</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f6f8f6; color: #15201b;
  font: 1.0625rem/1.5 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
main { max-width: 30rem; padding: 2rem; text-align: center; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 0.75rem; }
p { margin: 0 0 1.5rem; }
button { font: inherit; min-height: 48px; padding: 0 1.5rem; border: 0; border-radius: 14px; background: #0f6b4f;
  color: #fff; }
button:focus-visible { outline: 3px solid #1d6fe0; outline-offset: 2px; }
@media (prefers-color-scheme: dark) { body { background: #101815; color: #e6edea; }
  button { background: #45c296; color: #0a100e; } }
</style>
</head>
<body>
<main>
<h1>The server is out of reach</h1>
<p role="status">This page needs the Circuit Tree server, which does not answer at the moment.
It opens by itself as soon as the server is back.</p>
<button type="button" onclick="location.reload()">Try again now</button>
</main>
<script>
setInterval(function () {
  fetch('${API_PATTERNS.health}', { cache: 'no-store' }).then(function (response) {
    var type = response.headers.get('Content-Type') || '';
    if (response.ok && /json/.test(type)) location.reload();
  }, function () {});
}, ${RETRY_SECONDS * 1000});
</script>
</body>
</html>`;

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'",
};

/** Shown instead of a page that needs the server, while the server is out of reach. */
export function unreachablePage(): Response {
  return new Response(PAGE, { status: 503, headers: HEADERS });
}
