import type { DescribedCall } from './describedCalls.ts';

/** The command line that makes a call with the values of its examples; the credential is left to the environment. */
export function curlCommand(call: DescribedCall, origin: string): string {
  const { method, credentials, body } = call;
  const parts = [
    'curl',
    ...(method === 'GET' ? [] : [`--request ${method}`]),
    ...headerOf(credentials),
    ...(body?.kind === 'json'
      ? ["--header 'Content-Type: application/json'", `--data ${quoted(inOneLine(body.text))}`]
      : []),
    ...(body?.kind === 'form' ? [`--form ${quoted(`${body.field}=@photo.jpg`)}`] : []),
    quoted(origin + addressOf(call)),
  ];
  return parts.join(' \\\n  ');
}

function headerOf(credentials: DescribedCall['credentials']): string[] {
  if (credentials.includes('person')) return ['--header "Authorization: Bearer $TOKEN"'];
  return credentials.includes('key') ? ['--header "X-API-Key: $KEY"'] : [];
}

function addressOf({ path, parameters }: DescribedCall): string {
  const query: string[] = [];
  let address = path;
  for (const { name, place, example } of parameters) {
    if (example === undefined) continue;
    const value = encodeURIComponent(example);
    if (place === 'path') address = address.replace(`{${name}}`, value);
    if (place === 'query') query.push(`${name}=${value}`);
  }
  return query.length === 0 ? address : `${address}?${query.join('&')}`;
}

function inOneLine(json: string): string {
  return JSON.stringify(JSON.parse(json));
}

/** Quotes for a POSIX shell, where a quote inside ends the text and starts it again. */
function quoted(text: string): string {
  return `'${text.replace(/'/g, `'\\''`)}'`;
}
