import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import userEvent from '@testing-library/user-event';
import { TEXTS } from '#domain/tablets/languages/de.ts';
import { NewVersionMessage } from '#src/shared/ui/NewVersionMessage.tsx';

it('loads the new version when somebody says so, and is put away by Later', async () => {
  const reload = vi.fn<() => void>();
  const user = userEvent.setup();
  const { container } = render(<NewVersionMessage onReload={reload} />);
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Later' }));
  expect(container.textContent).toBe('');
  expect(reload).toHaveBeenCalledOnce();
});

it('says its words in the language of the screen', () => {
  render(<NewVersionMessage onReload={() => undefined} says={(english) => TEXTS[english]} />);
  expect(screen.getByText('Neue Version')).toBeDefined();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Neu laden', 'Später']);
});
