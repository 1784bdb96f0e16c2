import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Switch } from '#src/shared/ui/fields/Switch.tsx';

afterEach(cleanup);

test('a switch says whether it is on by the checkbox that it is, which may have no `aria-checked`', () => {
  const { rerender } = render(<Switch label="At night" checked={false} readOnly />);
  const shown = screen.getByRole('switch', { name: 'At night', checked: false });
  expect(shown.hasAttribute('aria-checked')).toBe(false);
  rerender(<Switch label="At night" checked readOnly />);
  expect(screen.getByRole('switch', { name: 'At night', checked: true })).toBe(shown);
});
