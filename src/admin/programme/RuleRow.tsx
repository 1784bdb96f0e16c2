import type { Album } from '#contract/photos/schemas.ts';
import type { Rule } from '#contract/programme/schemas.ts';
import { ruleSentence } from '#domain/programme/programmeRules.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import styles from './Programme.module.css';
import { shapes } from '#src/shared/ui/shapes.ts';

interface Props {
  rule: Rule;
  index: number;
  albums: readonly Album[];
  isLast: boolean;
  isNow: boolean;
  onEdit: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onDragged: () => void;
  onDropped: () => void;
}

/** A rule as a sentence. It is dragged to another place, or moved there with its two buttons. */
export function RuleRow({ rule, index, albums, isLast, isNow, onEdit, onMove, onRemove, onDragged, onDropped }: Props) {
  const sentence = ruleSentence(rule, albums);
  return (
    // Dragging is for a mouse; the two buttons do the same for a keyboard and a finger.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={`${shapes.line2} ${shapes.rounded} ${shapes.padded23} ${shapes.bordered} ${styles.rule}`}
      aria-current={isNow || undefined}
      draggable
      onDragStart={onDragged}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDropped();
      }}
    >
      <span
        className={`${shapes.rigid} ${shapes.centred} ${shapes.rounded} ${styles.number}`}
        data-shows={rule.shows}
        aria-hidden="true"
      >
        {index + 1}
      </span>
      <span className={`${shapes.words} ${shapes.slim} ${shapes.sentence}`}>
        {sentence}
        {isNow && <span className={`${shapes.chip} ${shapes.strong} ${styles.now}`}>Now</span>}
      </span>
      <span className={shapes.row}>
        <Button size="s" disabled={index === 0} aria-label={`Move up: ${sentence}`} onClick={() => onMove(index - 1)}>
          ↑
        </Button>
        <Button size="s" disabled={isLast} aria-label={`Move down: ${sentence}`} onClick={() => onMove(index + 1)}>
          ↓
        </Button>
        <Button size="s" aria-label={`Edit: ${sentence}`} onClick={onEdit}>
          Edit
        </Button>
        <Button size="s" aria-label={`Remove: ${sentence}`} onClick={onRemove}>
          Remove
        </Button>
      </span>
    </li>
  );
}
