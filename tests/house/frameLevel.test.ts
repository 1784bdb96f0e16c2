import { readFileSync } from 'node:fs';
import { type AnyNode, type CallExpression, parse } from 'acorn';
import { expect, test } from 'vitest';

// The page for old tablets, exactly as it is served: nothing in it may be newer than Safari 9 and Chromium 37.

const DIST = new URL('../../dist/', import.meta.url);
const html = readFileSync(new URL('frame.html', DIST), 'utf8');
const script = readFileSync(new URL(fileOf(/<script src="\/(assets\/[^"]+)"/), DIST), 'utf8');
const styles = readFileSync(new URL(fileOf(/<link rel="stylesheet" href="\/(assets\/[^"]+)"/), DIST), 'utf8');

function fileOf(pattern: RegExp): string {
  return pattern.exec(html)?.[1] ?? '';
}

/** The functions of ES5, by whose they are. */
const ES5 = {
  Object:
    'create defineProperties defineProperty freeze getOwnPropertyDescriptor getOwnPropertyNames getPrototypeOf isExtensible isFrozen isSealed keys preventExtensions seal',
  'Object.prototype': 'constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf',
  Array: 'isArray',
  'Array.prototype':
    'concat every filter forEach indexOf join lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice unshift',
  String: 'fromCharCode',
  'String.prototype':
    'charAt charCodeAt concat indexOf lastIndexOf localeCompare match replace search slice split substr substring toLowerCase toUpperCase trim',
  Number: '',
  Math: 'abs acos asin atan atan2 ceil cos exp floor log max min pow random round sin sqrt tan',
};
const TODAY = [Object, Object.prototype, Array, Array.prototype, String, String.prototype, Number, Math];
const COMMON = 'constructor toString toLocaleString valueOf bind call apply'.split(' ');
const OLD_CALLS = [...Object.values(ES5).flatMap((names) => names.split(' ')), ...COMMON];
const LATER_CALLS = new Set(
  TODAY.flatMap((owner) => Object.getOwnPropertyNames(owner)).filter((name) => !OLD_CALLS.includes(name)),
);
/** The usual calls of elements and documents. */
const LATER_DOM_CALLS =
  'append prepend before after remove replaceWith replaceChildren closest matches toggleAttribute';
for (const name of LATER_DOM_CALLS.split(' ')) LATER_CALLS.add(name);
/** src/oldTablets/polyfills.ts fills these in. */
const FILLED_IN = ['entries', 'imul', 'padStart'];
/** Constructors and functions that stand alone. */
const LATER_GLOBALS =
  'fetch Promise Map Set WeakMap WeakSet WeakRef Proxy Reflect Symbol URL URLSearchParams AbortController Intl BigInt IntersectionObserver ResizeObserver requestIdleCallback queueMicrotask structuredClone globalThis';

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function everyNode(node: AnyNode): AnyNode[] {
  const below = Object.values(node)
    .flat()
    .filter((value) => isNode(value));
  return [node, ...below.flatMap(everyNode)];
}

function es5(code: string): AnyNode[] {
  return everyNode(parse(code, { ecmaVersion: 5, sourceType: 'script' }));
}

function calledMethod({ callee }: CallExpression): string {
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : '';
}

function laterCalls(nodes: AnyNode[]): string[] {
  const calls = nodes.filter((node) => node.type === 'CallExpression').map(calledMethod);
  return calls.filter((name) => LATER_CALLS.has(name) && !FILLED_IN.includes(name));
}

/** Names that are used as they are. `typeof` only looks whether there is one. */
function laterGlobals(nodes: AnyNode[]): string[] {
  const names = nodes.flatMap((node) => {
    if (node.type === 'NewExpression' || node.type === 'CallExpression') return [node.callee];
    return node.type === 'MemberExpression' ? [node.object] : [];
  });
  const later = LATER_GLOBALS.split(' ');
  return names.flatMap((node) => (node.type === 'Identifier' && later.includes(node.name) ? [node.name] : []));
}

test('the script is ES5, to a parser that knows nothing newer', () => {
  expect(() => es5(script)).not.toThrow();
  expect(es5(script).length).toBeGreaterThan(2_000);
});

test('the script calls nothing that old browsers lack', () => {
  expect(laterCalls(es5(script))).toEqual([]);
  // The helper that Babel adds asks for Symbol behind a `typeof`.
  const own = script.replace(/^function _typeof\(.*$/m, '');
  expect(laterGlobals(es5(own))).toEqual([]);
});

test.each(['let a = 1', 'const f = () => 1', '`text`', 'class A {}', 'f(a,)', 'for (var a of b) c()', 'var { a } = b'])(
  'the parser takes no %s',
  (code) => {
    expect(() => es5(code)).toThrow(SyntaxError);
  },
);

test('the search finds what is newer', () => {
  expect(laterCalls(es5('list.includes(1); Object.assign({}, a); image.remove(); list.map(f)'))).toEqual([
    'includes',
    'assign',
    'remove',
  ]);
  expect(laterGlobals(es5('fetch(url); new URL(url); Promise.all([])'))).toEqual(['fetch', 'URL', 'Promise']);
});

test('the page runs no modules and no inline code, and loads two scripts', () => {
  const tags = html.match(/<script[^>]*>/g) ?? [];
  expect(tags).toEqual(['<script src="/environment.js">', expect.stringMatching(/^<script src="\/assets\/frame-/)]);
  expect(html).not.toMatch(/ on\w+=| style=|<template|<dialog|<picture|srcset/);
});

test.each([
  ['custom properties', /--|var\(/],
  ['functions for sizes', /\b(?:min|max|clamp|env)\(/],
  ['grids and gaps', /grid|gap:/],
  ['fitting of pictures', /object-fit|aspect-ratio/],
  ['short names of edges', /inset|place-items/],
  ['feature questions', /@supports|@container|@layer/],
  ['newer selectors', /:is\(|:where\(|:has\(|:focus-visible|&/],
  ['newer units and colours', /\d(?:dvh|svh|lvh)|rgb\(|color-mix|#[0-9a-f]{8}\b/],
])('the styles have no %s', (_what, pattern) => {
  const rules = styles.replace(/\/\*[^]*?\*\//g, '');
  expect(rules.length).toBeGreaterThan(1_000);
  expect(rules).not.toMatch(pattern);
});
