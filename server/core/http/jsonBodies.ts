import { UserError } from '#server/core/errors.ts';
import { BODIES } from '#server/core/bodyLimits.ts';
import type { TypedApp } from './typedApp.ts';

const DEEP = 'The request is malformed: its body has lists or objects within each other that are too many levels deep';
const MANY = 'The request is malformed: its body has more lists, objects, fields or items than any call takes';

const [QUOTE, BACKSLASH, COLON, COMMA] = ['"', '\\', ':', ','].map((character) => character.charCodeAt(0));
const [LIST, LIST_END, OBJECT, OBJECT_END] = ['[', ']', '{', '}'].map((character) => character.charCodeAt(0));

/**
 * Reads JSON bodies as Fastify does, but checks their shape first: a body of lists within lists takes fifty times its
 * length when it is built, and would be found to be malformed only after that.
 */
export function readJsonBodies(app: TypedApp): void {
  const read = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    const trouble = shapeTrouble(text);
    if (trouble === undefined) return read(request, text, done);
    done(new UserError(400, trouble));
  });
}

type Limits = Record<'levels' | 'parts' | 'items', number>;

/**
 * The reason why no call can have a body of this shape. Nothing is built for it; a text that is no JSON passes, since
 * the parser stops where it is wrong.
 */
export function shapeTrouble(text: string, limits: Limits = BODIES): string | undefined {
  let [depth, parts, commas] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === LIST || code === OBJECT) {
      depth += 1;
      parts += 1;
      if (depth > limits.levels) return DEEP;
    } else if (code === LIST_END || code === OBJECT_END) depth -= 1;
    else if (code === COLON) parts += 1;
    else if (code === COMMA) commas += 1;
    if (parts > limits.parts || commas > limits.items) return MANY;
  }
  return undefined;
}

/** The place of the quote that ends the text which begins here. */
function endOfText(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at < 0 ? text.length : at;
}

function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (quote - first) % 2 === 1;
}
