import { useParams } from '@tanstack/react-router';
import { useMemo, useId, useState } from 'react';
import { NODE_NOTES_MAX_CHARACTERS } from '#contract/admin/limits.ts';
import { fetchNode, changeNode } from '#src/admin/api/nodes.ts';
import { mayPass } from '#domain/access/permissions.ts';
import { useStoredUser } from '#src/shared/session/storedUser.ts';
import { adminCall } from '#src/admin/session/adminCall.ts';
import { LoadFailureMessage } from '#src/admin/shell/LoadFailureMessage.tsx';
import { withToast } from '#src/admin/shell/toasts.ts';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import notesStyles from './NodeNotes.module.css';
import { ForgetNode, ReleaseNode } from './NodeRemoval.tsx';
import { HistorySection } from './HistorySection.tsx';
import { NodeAlerts, NodeLimits } from './NodeAlerts.tsx';
import { NodeFacts, PingLine } from './NodeFacts.tsx';
import { BackLink } from '#src/shared/ui/text/TextLink.tsx';
import { Heading } from '#src/shared/ui/text/Heading.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';
import { Columns } from '#src/shared/ui/layout/Columns.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import styles from './NodeScreen.module.css';
import { AdminTitle } from '#src/admin/shell/Section.tsx';

const REFRESH_MS = 10_000;

/** One node: its facts, its history, and people's notes. */
export function NodeScreen() {
  const { id } = useParams({ from: '/admin/circuit-tree/nodes/$id' });
  const load = useAdminResource(
    useMemo(() => (token: string) => fetchNode(token, id), [id]),
    { refreshMs: REFRESH_MS },
  );
  const mayChange = mayPass(useStoredUser()?.permissions ?? [], ['admin']);
  const node = load.data;
  return (
    <>
      <AdminTitle>{`${id} – Nodes`}</AdminTitle>
      <BackLink to="/admin/circuit-tree/health">{'< Back to Node Health'}</BackLink>
      <Heading level={1}>{id}</Heading>
      <LoadFailureMessage text="Failed to load the node" load={load} />
      {!node && !load.failure && <Text tone="quiet">Loading the node...</Text>}
      {node && <NodeFacts node={node} />}
      {node && <HistorySection key={id} node={node} />}
      {node && (
        <Columns className={styles.columns}>
          <NodeNotes key={id} nodeId={id} notes={node.notes} mayChange={mayChange} />
          {mayChange && <NodeAlerts key={`alerts of ${id}`} node={node} reload={load.reload} />}
          {mayChange && <NodeLimits key={`limits of ${id}`} node={node} reload={load.reload} />}
          {mayChange && <PingLine nodeId={id} />}
          {mayChange && <ReleaseNode node={node} reload={load.reload} />}
          {mayChange && <ForgetNode nodeId={id} />}
        </Columns>
      )}
    </>
  );
}

interface Props {
  nodeId: string;
  notes: string;
  mayChange: boolean;
}

/** People's notes on a node, such as its place, saved when the field is left. */
function NodeNotes({ nodeId, notes, mayChange }: Props) {
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
    <Stack as="section" aria-labelledby={`${id}-title`}>
      <Heading level={2} id={`${id}-title`}>
        Notes
      </Heading>
      {!mayChange && <Text className={styles.notes}>{saved || 'None.'}</Text>}
      {mayChange && (
        <textarea
          aria-labelledby={`${id}-title`}
          className={notesStyles.field}
          rows={4}
          maxLength={NODE_NOTES_MAX_CHARACTERS}
          placeholder="Where it hangs, who looks after it…"
          value={text}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => void saveWithToast()}
        />
      )}
    </Stack>
  );
}
