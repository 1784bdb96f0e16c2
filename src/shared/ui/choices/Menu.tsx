import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { joinClasses } from '../element.ts';
import styles from './Menu.module.css';

export interface MenuItem {
  label: string;
  onSelect: () => void;
  isDanger?: boolean;
}

interface Props {
  label: string;
  items: readonly MenuItem[];
  className?: string | undefined;
}

/** The space left free beside a menu at the edge of the window. */
const EDGE_PX = 8;

/** A button with three dots that opens a list of actions. */
export function Menu({ label, items, className }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  useCloseOutside(root, isOpen, () => setIsOpen(false));

  return (
    <div ref={root} className={joinClasses(styles.menu, className)}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return;
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        <span aria-hidden="true">⋯</span>
      </button>
      {isOpen && <Items id={id} label={label} items={items} onClose={close} />}
    </div>
  );
}

function Items({ id, label, items, onClose }: Omit<Props, 'className'> & { id: string; onClose: () => void }) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = list;
    const box = current?.getBoundingClientRect();
    if (!current || !box) return;
    // Opens upwards where there is no room below, and moves to the right where there is none on the left of a phone.
    const isCut = box.bottom > window.innerHeight && box.top > box.height;
    current.toggleAttribute('data-upwards', isCut);
    if (box.left < EDGE_PX) current.style.right = `${box.left - EDGE_PX}px`;
  }, []);
  useEffect(() => buttonsIn(list.current)[0]?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = buttonsIn(list.current);
    const at = buttons.findIndex((one) => one === document.activeElement);
    const targets: Record<string, number> = {
      ArrowDown: (at + 1) % buttons.length,
      ArrowUp: (at - 1 + buttons.length) % buttons.length,
      Home: 0,
      End: buttons.length - 1,
    };
    const target = targets[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (target === undefined) return;
    else buttons[target]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={list} id={id} role="menu" tabIndex={-1} aria-label={label} className={styles.items} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={joinClasses(styles.item, item.isDanger && styles.danger)}
          onClick={() => {
            // The focus returns first, so that a dialog that opens gives it back to the button.
            onClose();
            item.onSelect();
          }}
        >
          {item.label}
        </button>
      ))}
    </div>
  );
}

function buttonsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
}

function useCloseOutside(root: { current: HTMLElement | null }, isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) latest.current();
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [isOpen, root]);
}
