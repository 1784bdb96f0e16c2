import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openBoard } from '../support/codenamesBoard.tsx';
import { renderApp } from '#support/screens/renderApp.tsx';

/** No server listens at this address: the game needs none. */
const NO_SERVER = { origin: 'http://127.0.0.1:9' };

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const target = () => screen.getByRole('button', { name: 'Blue Target' }).ariaPressed;
const cell = (place: string) => screen.getByRole('button', { name: new RegExp(`^${place}`) });

it('the choice clears after 30 seconds without a touch, of which a tap on a cell is one', async () => {
  await openBoard({ marks: {}, words: {} });
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Blue Target' }));
  await pass(29_000);
  expect(target()).toBe('true');
  fireEvent.click(cell('row 1, column 1'));
  await pass(29_000);
  expect(target()).toBe('true');
  await pass(1_500);
  expect(target()).toBe('false');
  expect(cell('row 1, column 1').ariaLabel).toBe('row 1, column 1, blue target');
  fireEvent.click(cell('row 1, column 2'));
  expect(cell('row 1, column 2').ariaLabel).toBe('row 1, column 2');
});

const getUserMedia = () => new Promise<MediaStream>(() => undefined);

it('a camera that never responds does not hold the game up', async () => {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  vi.mocked(console.error).mockImplementation(() => undefined);
  vi.useFakeTimers();
  await renderApp('/codenames', NO_SERVER);
  await pass(100);
  expect(screen.getByRole('button', { name: 'Take Photo' })).toHaveProperty('disabled', true);
  await pass(7_000);
  expect(screen.getByRole('button', { name: 'Choose a photo' })).toHaveProperty('disabled', false);
  vi.mocked(console.error).mockClear();
});
