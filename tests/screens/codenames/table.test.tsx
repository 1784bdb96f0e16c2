import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
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
