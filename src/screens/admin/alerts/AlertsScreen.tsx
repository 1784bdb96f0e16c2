import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { fetchAlerts } from '#src/api/nodes.ts';
import type { AlertSettings } from '#contract/schemas/alerts.ts';
import { subscribedAs } from '#src/device/push.ts';
import { LoadFailureMessage } from '../shell/LoadFailureMessage.tsx';
import { useAdminResource } from '../shell/useAdminResource.ts';
import styles from './AlertsScreen.module.css';
import { ChannelList } from './ChannelList.tsx';
import { NotifyHere } from './NotifyHere.tsx';
import { NewChannelForm } from './NewChannelForm.tsx';
import { RulesForm } from './RulesForm.tsx';
import { AdminTitle } from '../shell/AdminTitle.tsx';

/** The rules of alerts, and where the messages go. */
export function AlertsScreen() {
  const load = useAdminResource(fetchAlerts);
  const settings = load.data;
  const replace = (next: AlertSettings) => load.change(() => next);
  const [hereId, lookAgain] = useHereId();
  const show = (next: AlertSettings) => {
    replace(next);
    lookAgain();
  };
  return (
    <>
      <AdminTitle>Alerts</AdminTitle>
      <Link to="/admin/circuit-tree" className={styles.back}>
        {'< Back to Circuit Tree'}
      </Link>
      <h1 className={styles.title}>Alerts</h1>
      <LoadFailureMessage text="Failed to load the alerts" load={load} />
      {!settings && !load.failure && <p className={styles.quiet}>Loading the alerts...</p>}
      {settings && (
        <div className={styles.columns}>
          <RulesForm settings={settings} onSaved={replace} />
          <section className={styles.part} aria-labelledby="channels">
            <h2 id="channels" className={styles.heading}>
              Where messages go
            </h2>
            <ChannelList
              channels={settings.channels}
              hereId={hereId}
              onChanged={show}
              onFailed={() => void load.reload()}
            />
            <NotifyHere
              pushKey={settings.pushKey}
              isListed={settings.channels.some(({ id }) => id === hereId)}
              onAdded={show}
            />
            <NewChannelForm hasMailServer={settings.hasMailServer} onAdded={replace} />
          </section>
        </div>
      )}
    </>
  );
}

/** The name of this browser in the list, and the function that looks it up again. */
function useHereId(): [string | undefined, () => void] {
  const [hereId, setHereId] = useState<string>();
  useEffect(() => void lookUp(setHereId), []);
  return [hereId, () => void lookUp(setHereId)];
}

async function lookUp(tell: (hereId: string | undefined) => void): Promise<void> {
  tell(await subscribedAs().catch(() => undefined));
}
