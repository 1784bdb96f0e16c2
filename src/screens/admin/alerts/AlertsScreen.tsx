import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { fetchAlerts } from '../../../api/nodes.ts';
import type { AlertSettings } from '../../../contract/admin/alerts.ts';
import { LoadFailureMessage } from '../frame/LoadFailureMessage.tsx';
import { useAdminResource } from '../frame/useAdminResource.ts';
import styles from './AlertsScreen.module.css';
import { ChannelList } from './ChannelList.tsx';
import { NewChannelForm } from './NewChannelForm.tsx';
import { RuleForm } from './RuleForm.tsx';

/** When silent nodes are told of, and where the messages go. */
export function AlertsScreen() {
  const load = useAdminResource(fetchAlerts);
  const [changed, setChanged] = useState<AlertSettings>();
  const settings = changed ?? load.data;
  return (
    <>
      <title>Alerts</title>
      <Link to="/admin/circuit-tree" className={styles.back}>
        {'< Back to Circuit Tree'}
      </Link>
      <h1 className={styles.title}>Alerts</h1>
      <LoadFailureMessage text="Failed to load the alerts" load={load} />
      {!settings && !load.failure && <p className={styles.quiet}>Loading the alerts...</p>}
      {settings && (
        <div className={styles.columns}>
          <RuleForm rule={settings.rule} onSaved={setChanged} />
          <section className={styles.part} aria-labelledby="channels">
            <h2 id="channels" className={styles.heading}>
              Where messages go
            </h2>
            <ChannelList channels={settings.channels} onChanged={setChanged} />
            <NewChannelForm hasMailServer={settings.hasMailServer} onAdded={setChanged} />
          </section>
        </div>
      )}
    </>
  );
}
