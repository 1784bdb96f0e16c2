import styles from './Icon.module.css';

/** Drawn with lines of 1.75 units on 24 × 24. */
const PATHS = {
  close: 'M6 6l12 12M18 6L6 18',
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  zoomIn: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5M8 11h6M11 8v6',
  zoomOut: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5M8 11h6',
  rotateLeft: 'M4 5v5h5M4.5 10a8 8 0 1 1-.3 4.5',
  rotateRight: 'M20 5v5h-5M19.5 10a8 8 0 1 0 .3 4.5',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  trash: 'M4 7h16M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5.5M13.5 11v5.5',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5M12 7.6v.1',
  hidden:
    'M4 4l16 16M9.9 5.2A9.6 9.6 0 0 1 12 5c5 0 8.5 4.5 9.5 7a13 13 0 0 1-2.6 3.7M14.1 14.2A3 3 0 0 1 9.8 10M6.4 7A13.4 13.4 0 0 0 2.5 12c1 2.5 4.5 7 9.5 7a9.5 9.5 0 0 0 4.4-1.1',
  tablet: 'M3.5 5h17v12h-17zM8 20h8',
  photo: 'M3.5 5h17v14h-17zM3.5 16.5l5-5 4.5 4.5 3-3 4.5 4.5M8.5 9v.1',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5a6.5 6.5 0 0 1 13 0M16 5a3.2 3.2 0 0 1 0 6M18 14.2a6 6 0 0 1 3.5 5.3',
  pulse: 'M2.5 12h4.5l2.5-6.5 4.5 13 2.5-6.5h5',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.8v1.7M12 19.5v1.7M2.8 12h1.7M19.5 12h1.7M5.5 5.5l1.2 1.2M17.3 17.3l1.2 1.2M5.5 18.5l1.2-1.2M17.3 6.7l1.2-1.2',
  play: 'M7.5 5v14l11-7z',
  film: 'M3.5 6h11.5v12h-11.5zM15 10.5l5.5-3.5v10l-5.5-3.5',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5',
} as const;

export type IconName = keyof typeof PATHS;

interface IconProps {
  name: IconName;
  /**
   * The words of a screen reader for the icon. Absent where a text beside it, or the name of its button, says the same.
   */
  label?: string;
}

export function Icon({ name, label }: IconProps) {
  const meaning = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" {...meaning}>
      <path d={PATHS[name]} />
    </svg>
  );
}
