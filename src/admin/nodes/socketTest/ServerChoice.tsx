import { useState } from 'react';
import { socketUrl } from '#domain/nodes/socketUrl.ts';
import { environment } from '#src/environment.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { Checkbox } from '#src/shared/ui/fields/Checkbox.tsx';
import { TextField } from '#src/shared/ui/fields/TextField.tsx';
import styles from './SocketTestScreen.module.css';

interface Props {
  onConnect: (url: string) => void;
  onDisconnect: () => void;
}

/** Connects to one of the two configured servers or to an address typed by hand. */
export function ServerChoice({ onConnect, onDisconnect }: Props) {
  const [useCustom, setUseCustom] = useState(false);
  const [typed, setTyped] = useState('');
  const customUrl = socketUrl(typed);
  const isWrong = typed !== '' && !customUrl;

  return (
    <>
      <Checkbox
        label="Use a custom address"
        checked={useCustom}
        onChange={({ target }) => setUseCustom(target.checked)}
      />
      <TextField
        label="Custom URL"
        value={typed}
        placeholder="https://example.org:8083"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={isWrong && 'An address starts with http:// or https://'}
        onChange={({ target }) => {
          setTyped(target.value);
          setUseCustom(true);
        }}
      />
      <div className={styles.buttons}>
        <Button onClick={() => onConnect(environment().dockerSocketUrl)}>Connect to Docker</Button>
        <Button onClick={() => onConnect(environment().productionSocketUrl)}>Connect to Prod</Button>
        <Button disabled={!useCustom || !customUrl} onClick={() => customUrl && onConnect(customUrl)}>
          Connect Custom
        </Button>
        <Button variant="danger" onClick={onDisconnect}>
          Disconnect
        </Button>
      </div>
    </>
  );
}
