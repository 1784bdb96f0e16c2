import { useNavigate } from '@tanstack/react-router';
import { HOME_CHOICES } from './homeChoices.ts';
import { VERSION_LABEL } from '../../../environment.ts';
import { Logo } from '../../../ui/Logo.tsx';
import { KioskHomeNotes } from './KioskHomeNotes.tsx';

/** Its class names are plain: src/firstFrame/home.ts draws the same before the app's code is here. */
export function KioskHomeScreen() {
  const navigate = useNavigate();
  return (
    <main className="home">
      <h1 className="home-name">
        <button type="button" className="home-logo" title="Reload" onClick={() => window.location.reload()}>
          <Logo label="Circuit Tree" />
        </button>
      </h1>
      <nav className="home-choices" aria-label="Kiosk">
        {HOME_CHOICES.map(({ name, to, drawing: { lines, node } }) => (
          <button key={name} type="button" className="home-choice" onClick={() => void navigate({ to })}>
            <svg viewBox="0 0 64 64" aria-hidden="true">
              {lines.map((line) => (
                <path key={line} d={line} />
              ))}
              <circle className="home-node" cx={node[0]} cy={node[1]} r={node[2]} />
            </svg>
            {name}
          </button>
        ))}
      </nav>
      <div className="home-notes">
        <KioskHomeNotes />
      </div>
      <p className="home-version">{VERSION_LABEL}</p>
    </main>
  );
}
