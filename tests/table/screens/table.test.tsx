import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CODENAMES } from '#contract/storageKeys.ts';
import type { Marks, Words } from '#domain/table/board.ts';
import type { SharedGame } from '#domain/table/sharing/gameCode.ts';
import { namedCells, openBoard } from '../support/codenamesBoard.tsx';

const marks: Marks = { '0-0': 'red-target', '0-1': 'red-found', '2-2': 'assassin-target', '4-4': 'neutral' };
const words: Words = { '0-0': { text: 'ANCHOR', isSure: true } };
const ALL = [
  'row 1, column 1, ANCHOR, red target',
  'row 1, column 2, red found',
  'row 3, column 3, assassin',
  'row 5, column 5, neutral',
];
const KNOWN = ['row 1, column 1, ANCHOR', 'row 1, column 2, red found', 'row 5, column 5, neutral'];

afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

async function chooseInMore(name: RegExp | string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('switch', { name }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
}

function lie(beta: number | null, gamma: number | null): void {
  act(() => void window.dispatchEvent(Object.assign(new Event('deviceorientation'), { beta, gamma })));
}

const hold = () => screen.getByRole('button', { name: /hold/i });

async function openSecretBoard() {
  const app = await openBoard({ marks, words });
  expect(namedCells()).toEqual(ALL);
  await chooseInMore('Spymaster’s view');
  await waitFor(() => expect(namedCells()).toEqual(KNOWN));
  return app;
}

describe('the spymaster’s view', () => {
  it('shows targets only while the button is held', async () => {
    await openSecretBoard();
    expect(screen.getByRole('status').textContent).toBe('Targets are hidden. Hold the button to see them.');
    expect(screen.queryByRole('region', { name: 'Left for red' })).toBeNull();
    fireEvent.pointerDown(hold());
    expect(namedCells()).toEqual(ALL);
    expect(screen.getByRole('region', { name: 'Left for red' }).textContent).toContain('ANCHOR');
    fireEvent.pointerUp(hold());
    expect(namedCells()).toEqual(KNOWN);
    fireEvent.keyDown(hold(), { key: ' ' });
    fireEvent.keyDown(hold(), { key: ' ', repeat: true });
    expect(namedCells()).toEqual(ALL);
    fireEvent.keyUp(hold(), { key: ' ' });
    expect(namedCells()).toEqual(KNOWN);
  });

  it('hides them after 10 s, however long it is held', async () => {
    await openSecretBoard();
    vi.useFakeTimers();
    fireEvent.pointerDown(hold());
    act(() => void vi.advanceTimersByTime(9_900));
    expect(namedCells()).toEqual(ALL);
    act(() => void vi.advanceTimersByTime(200));
    expect(namedCells()).toEqual(KNOWN);
    fireEvent.pointerUp(hold());
    fireEvent.pointerDown(hold());
    expect(namedCells(), 'the next press has 10 s of its own').toEqual(ALL);
  });

  it('hides them when the phone is laid on its face, and when the page is left', async () => {
    await openSecretBoard();
    fireEvent.pointerDown(hold());
    for (const [beta, gamma] of [
      [0, 0],
      [70, 10],
      [10, -80],
      [null, null],
    ] as const) {
      lie(beta, gamma);
      expect(namedCells(), `${beta}, ${gamma}`).toEqual(ALL);
    }
    for (const [beta, gamma] of [
      [175, 5],
      [-170, 0],
      [0, 180],
    ] as const) {
      fireEvent.pointerDown(hold());
      expect(namedCells()).toEqual(ALL);
      lie(beta, gamma);
      expect(namedCells(), `${beta}, ${gamma}`).toEqual(KNOWN);
    }
    fireEvent.pointerDown(hold());
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(namedCells()).toEqual(KNOWN);
  });

  it('takes a screen reader’s press, which has no end, as a switch', async () => {
    await openSecretBoard();
    fireEvent.click(hold());
    expect(namedCells()).toEqual(ALL);
    fireEvent.click(hold());
    expect(namedCells()).toEqual(KNOWN);
    await chooseInMore('Spymaster’s view');
    await waitFor(() => expect(namedCells()).toEqual(ALL));
    expect(screen.queryByRole('button', { name: /hold/i })).toBeNull();
  });
});

const cellNames = () =>
  screen.getAllByRole('button', { name: /^row \d, column \d/ }).map((cell) => cell.ariaLabel ?? '');

const side = (name: string) => screen.getByRole('button', { name: `Side ${name}` });
const score = () => screen.getByRole('list', { name: 'Score' }).textContent;

describe('Words', () => {
  it('is marked with six roles, which are counted; Undo takes a mark back, and Erase removes one', async () => {
    await openBoard({ marks: {}, words: {} });
    const roles = within(screen.getByRole('group', { name: 'Roles' })).getAllByRole('button');
    const mark = (role: string, cell: string) => {
      press(role);
      fireEvent.click(screen.getByRole('button', { name: cell }));
    };
    for (const [index, { textContent }] of roles.entries()) mark(textContent, cellNames()[index] ?? '');
    mark('Red Target', 'row 5, column 5');
    const marked = [
      'row 1, column 1, red target',
      'row 1, column 2, blue target',
      'row 1, column 3, assassin',
      'row 1, column 4, red found',
      'row 1, column 5, blue found',
      'row 2, column 1, neutral',
    ];
    expect(namedCells()).toEqual([...marked, 'row 5, column 5, red target']);
    const teams = within(screen.getByRole('list', { name: 'Score' })).getAllByRole('listitem');
    expect(teams.map(({ textContent }) => textContent)).toEqual(['Red:2 left, 1 found', 'Blue:1 left, 1 found']);
    press('Undo');
    expect(namedCells()).toEqual(marked);
    fireEvent.click(screen.getByRole('switch', { name: 'Erase' }));
    fireEvent.click(screen.getByRole('button', { name: 'row 1, column 1, red target' }));
    expect(namedCells()).toEqual(marked.slice(1));
  });
});

describe('Pictures', () => {
  it('has five columns and four rows', async () => {
    await openBoard({ grid: '5x4', marks: { '3-4': 'blue-target' }, words });
    expect(cellNames()).toHaveLength(20);
    expect(namedCells()).toEqual(['row 1, column 1, ANCHOR', 'row 4, column 5, blue target']);
    const last = screen.getByRole('button', { name: /^row 4, column 1/ });
    act(() => last.focus());
    fireEvent.keyDown(last, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(last);
    const unmarked = screen.getByRole('region', { name: 'Not marked' });
    expect(unmarked.textContent).toContain('Not marked (19)');
    press('More');
    fireEvent.click(await screen.findByRole('button', { name: 'To another phone' }));
    expect(await screen.findByRole('img', { name: 'The board as a QR code' })).toBeDefined();
    const { pathname } = window.location;
    await waitFor(() => expect(window.history.state).toHaveProperty('dialogs'));
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.pathname).toBe(pathname);
    expect(cellNames()).toHaveLength(20);
  });
});

describe('Duet', () => {
  const duet: SharedGame = {
    grid: 'duet',
    side: 'A',
    marks: { '0-0': 'green-target', '0-1': 'assassin-target' },
    otherKey: { '0-0': 'green-target', '4-4': 'green-target' },
    words: {},
  };

  it('shows each side its own key: a phone that opens the code is on the other side', async () => {
    await openBoard(duet);
    expect(side('B').ariaPressed).toBe('true');
    expect(namedCells()).toEqual(['row 1, column 1, green target', 'row 5, column 5, green target']);
    expect(score()).toContain('2 left, 0 found');
    fireEvent.click(side('A'));
    expect(namedCells()).toEqual(['row 1, column 1, green target', 'row 1, column 2, assassin']);
    expect(screen.getByRole('status').textContent).toBe('The key of side A shows.');
  });

  it('marks with the roles of Duet, and an agent who is found for both sides', async () => {
    await openBoard(duet);
    const roles = within(screen.getByRole('group', { name: 'Roles' })).getAllByRole('button');
    expect(roles.map(({ textContent }) => textContent)).toEqual(['Green Target', 'Green Found', 'Assassin', 'Neutral']);
    press('Green Found');
    fireEvent.click(screen.getByRole('button', { name: /^row 1, column 1/ }));
    expect(score()).toContain('1 left, 1 found');
    fireEvent.click(side('A'));
    expect(namedCells()).toEqual(['row 1, column 1, green found', 'row 1, column 2, assassin']);
  });

  it('shows both keys side by side, and its timer names the sides', async () => {
    await openBoard(duet);
    press('Both keys');
    const keys = (await screen.findAllByRole('list', { name: /^Key of side/ })).map((key) =>
      within(key)
        .getAllByRole('listitem')
        .flatMap(({ textContent }) => (textContent.endsWith('bystander') ? [] : [textContent])),
    );
    expect(keys).toEqual([
      ['row 1, column 1, green', 'row 1, column 2, assassin'],
      ['row 1, column 1, green', 'row 5, column 5, green'],
    ]);
    press('Close');
    await chooseInMore('Timer');
    expect(timer().textContent).toContain('Side A’s turn');
    await chooseInMore('Spymaster’s view');
    await waitFor(() => expect(namedCells()).toEqual([]));
    expect(screen.getByRole('button', { name: 'Both keys' })).toHaveProperty('disabled', true);
  });
});

/** A loudspeaker that notes the tones it is given. */
function stubSound() {
  const tones: number[] = [];
  class Node {
    connect = (next: unknown) => next;
  }
  class Oscillator extends Node {
    start = (at: number) => void tones.push(at);
    stop = () => undefined;
  }
  class Context {
    state = 'suspended';
    currentTime = 10;
    resume = () => {
      this.state = 'running';
      return Promise.resolve();
    };
  }
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('OscillatorNode', Oscillator);
  vi.stubGlobal('GainNode', Node);
  return tones;
}

function stubWakeLock() {
  const locks = { held: 0 };
  const request = () => {
    locks.held += 1;
    return Promise.resolve({ released: false, release: () => Promise.resolve(void (locks.held -= 1)) });
  };
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
  return locks;
}

const timer = () => screen.getByRole('region', { name: 'Timer' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('the timer', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'wakeLock');
  });

  it('counts down for the team whose turn it is, keeps the screen on, and sounds', async () => {
    const tones = stubSound();
    const locks = stubWakeLock();
    await openBoard({ marks, words });
    await chooseInMore('Timer');
    expect(timer().textContent).toContain('Red’s turn');
    vi.useFakeTimers();
    press('1 min');
    await pass(0);
    expect(screen.getByRole('timer').textContent).toBe('1:00');
    expect(locks.held).toBe(1);
    expect(document.activeElement?.textContent, 'the pressed button is gone').toBe('End turn');
    for (let second = 0; second < 50; second += 1) await pass(1_000);
    expect(screen.getByRole('timer').textContent).toBe('0:10');
    expect(tones).toEqual([]);
    await pass(10_000);
    expect(screen.getByRole('alert').textContent).toBe('Time is up for red.');
    expect(timer().textContent).toContain('Blue’s turn');
    expect(tones).toHaveLength(3);
    expect(locks.held).toBe(0);
    press('3 min');
    await pass(0);
    expect(screen.getByRole('timer').textContent).toBe('3:00');
    expect(screen.queryByRole('alert')).toBeNull();
    press('End turn');
    expect(timer().textContent).toContain('Red’s turn');
    expect(tones).toHaveLength(3);
    expect(locks.held).toBe(0);
  });

  it('goes on after a reload, and says so when its time has passed meanwhile', async () => {
    const tones = stubSound();
    localStorage.setItem(CODENAMES.timer, JSON.stringify({ team: 'blue', endsAt: Date.now() + 100_000 }));
    await openBoard({ marks, words });
    expect(timer().textContent).toContain('Blue’s turn');
    expect(screen.getByRole('timer').textContent).toMatch(/^1:[34]\d$/);
    press('End turn');
    cleanup();
    localStorage.setItem(CODENAMES.timer, JSON.stringify({ team: 'blue', endsAt: Date.now() - 1 }));
    await openBoard({ marks, words });
    expect((await screen.findByRole('alert')).textContent).toBe('Time is up for blue.');
    expect(tones).toHaveLength(3);
    await chooseInMore('Timer');
    expect(screen.queryByRole('region', { name: 'Timer' })).toBeNull();
    expect(localStorage.getItem(CODENAMES.timer)).toBeNull();
  });
});
