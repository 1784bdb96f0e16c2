import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Icon } from '#src/shared/ui/Icon.tsx';
import styles from './SearchField.module.css';

/** Long enough that a word is not searched letter by letter, short enough that nobody waits. */
const PAUSE_MS = 200;

/** The search field, with the text of the address. Typing changes the address, after a pause. */
export function SearchField({ wanted }: { wanted: string }) {
  const input = useRef<HTMLInputElement>(null);
  const { text, type } = useTypedSearch(wanted);
  useSlashKey(() => {
    input.current?.focus();
    input.current?.select();
  });

  const clear = () => {
    type('', 0);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') type(text, 0);
    else if (event.key === 'Escape' && text !== '') clear();
    else if (event.key === 'Escape') input.current?.blur();
    else return;
    event.preventDefault();
  };
  return (
    // The element <search> is newer than the oldest browsers.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="search" className={styles.search}>
      <span className={styles.icon}>
        <Icon name="search" />
      </span>
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label="Search photos"
        aria-keyshortcuts="/"
        placeholder="Search captions, albums, file names, dates"
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={(event) => type(event.target.value, PAUSE_MS)}
        onKeyDown={onKeyDown}
      />
      {text === '' ? (
        <kbd className={styles.key} aria-hidden="true">
          /
        </kbd>
      ) : (
        <button type="button" className={styles.clear} aria-label="Clear the search" onClick={clear}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

/**
 * The text in the field, which is written into the address: the first letters make an entry of the history, later ones
 * replace it.
 */
function useTypedSearch(wanted: string) {
  const [state, setState] = useState({ text: wanted, wanted });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  useEffect(() => () => clearTimeout(timer.current), []);

  const isMine = state.text.trim() === wanted;
  if (state.wanted !== wanted) setState({ text: isMine ? state.text : wanted, wanted });

  const type = (text: string, afterMs: number) => {
    setState({ text, wanted });
    clearTimeout(timer.current);
    const q = text.trim();
    if (q === wanted) return;
    const go = () =>
      void navigate({ to: '.', search: q === '' ? {} : { q }, replace: wanted !== '', resetScroll: false });
    timer.current = setTimeout(go, afterMs);
  };
  return { text: state.text, type };
}

const FIELDS = 'input, textarea, select, [contenteditable]';

/** The key / moves the focus into the field from anywhere on the page. */
function useSlashKey(focus: () => void): void {
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(FIELDS)) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    focus();
  });
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
