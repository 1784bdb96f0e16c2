import { expect, test } from 'vitest';
import { type Fault, SHORT } from '#lab/faults/fault.ts';

/** The short version of a fault; `npm run lab -- faults` is the whole one. A file for each, so that they run side by side. */
export function expectHeld(fault: Fault): void {
  test(`the server holds: ${fault.name}`, { timeout: 120_000 }, async () => {
    const { broken, figures } = await fault.run(SHORT);
    expect(broken, JSON.stringify(figures)).toEqual([]);
  });
}
