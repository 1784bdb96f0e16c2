import { expect, test } from 'vitest';
import { startTestServer } from '#support/server/testServer.ts';

const PATH = '/.well-known/security.txt';
const DAY_MS = 86_400_000;

/** The fields by name, as RFC 9116 has them: a line each, of a name and a value. */
function fieldsOf(text: unknown): Map<string, string> {
  const lines = String(text).split('\n');
  expect(lines.pop()).toBe('');
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([A-Z][A-Za-z-]+): (\S.*)$/.exec(line) ?? [];
      return [name, value];
    }),
  );
}

test('tells where a weakness is reported, and is never out of date', async () => {
  const server = await startTestServer({ securityContact: 'mailto:ada@example.org', publicUrl: 'https://a.example' });
  try {
    for (let year = 0; year < 3; year++) {
      const answer = await server.call(PATH);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
      const fields = fieldsOf(answer.body);
      expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Canonical', 'Preferred-Languages']);
      expect(fields.get('Contact')).toBe('mailto:ada@example.org');
      expect(fields.get('Canonical')).toBe(`https://a.example${PATH}`);
      const validMs = Date.parse(fields.get('Expires') ?? '') - server.dependencies.now();
      expect(validMs).toBeGreaterThan(30 * DAY_MS);
      expect(validMs).toBeLessThan(365 * DAY_MS);
      server.clock.advance(365 * DAY_MS);
    }
  } finally {
    await server.close();
  }
});

test('a server without a contact has none, and says which setting makes one', async () => {
  const server = await startTestServer();
  try {
    const answer = await server.call(PATH);
    expect(answer).toMatchObject({ status: 404, body: { message: expect.stringContaining('SECURITY_CONTACT') } });
  } finally {
    await server.close();
  }
});
