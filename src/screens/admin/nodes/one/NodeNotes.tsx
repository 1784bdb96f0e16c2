import { useId, useState } from 'react';
import { changeNode } from '#src/api/nodes.ts';
import { NODE_NOTES_MAX_CHARACTERS } from '#contract/admin/limits.ts';
import { adminCall } from '../../session/adminCall.ts';
import { withToast } from '../../shell/toasts.ts';
import shapes from '#src/ui/shapes.module.css';
import styles from './NodeNotes.module.css';

interface Props {
  nodeId: string;
  notes: string;
  mayChange: boolean;
}

/** People's notes on a node, such as its place, saved when the field is left. */
export function NodeNotes({ nodeId, notes, mayChange }: Props) {
  const id = useId();
  const [saved, setSaved] = useState(notes);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? saved;

  async function save() {
    if (text === saved) return undefined;
    await adminCall((token) => changeNode(token, nodeId, { notes: text }));
    setSaved(text);
    setTyped((now) => (now === text ? undefined : now));
    return 'The notes are saved.';
  }

  const saveWithToast = () =>
    withToast(save, {
      failed: (why) => `The notes were not saved. ${why}`,
      again: () => void saveWithToast(),
    });

  return (
    <section className={`${shapes.stack3} ${shapes.slim}`} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={shapes.heading}>
        Notes
      </h2>
      {!mayChange && <p className={`${shapes.words} ${styles.text}`}>{saved || 'None.'}</p>}
      {mayChange && (
        <textarea
          aria-labelledby={`${id}-title`}
          className={`${shapes.box} ${shapes.wide} ${styles.field}`}
          rows={4}
          maxLength={NODE_NOTES_MAX_CHARACTERS}
          placeholder="Where it hangs, who looks after it…"
          value={text}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => void saveWithToast()}
        />
      )}
    </section>
  );
}
