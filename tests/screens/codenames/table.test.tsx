import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CODENAMES } from '#contract/storageKeys.ts';
import type { Marks, Words } from '#domain/codenames/board.ts';
import { namedCells, openBoard } from '../../support/screens/codenamesBoard.tsx';

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
