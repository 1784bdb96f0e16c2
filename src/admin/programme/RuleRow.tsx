import type { Album } from '#contract/photos/schemas.ts';
import type { Rule } from '#contract/programme/schemas.ts';
import { ruleSentence } from '#domain/programme/programmeRules.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import styles from './Programme.module.css';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';

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
    <Row
      as="li"
      className={styles.rule}
      aria-current={isNow || undefined}
      draggable
      onDragStart={onDragged}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDropped();
      }}
    >
      <span className={styles.number} data-shows={rule.shows} aria-hidden="true">
        {index + 1}
      </span>
      <Text as="span" className={styles.sentence}>
        {sentence}
        {isNow && (
          <Text as="span" strong className={styles.now}>
            Now
          </Text>
        )}
      </Text>
      <Row as="span" align="stretch">
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
      </Row>
    </Row>
  );
}
