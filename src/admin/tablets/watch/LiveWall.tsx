import { imageUrl } from '#src/shared/api/imageUrls.ts';
import type { Album } from '#contract/photos/schemas.ts';
import { pageAt } from '#contract/pages.ts';
import type { Tablet, TabletReport } from '#contract/tablets/schemas.ts';
import { tabletShows, type TabletShows } from '#domain/tablets/tabletFacts.ts';
import { tabletState, type TabletMark } from '#domain/tablets/tabletState.ts';
import { Thumbnail } from '#src/shared/picture/Thumbnail.tsx';
import { WallPhoto } from '#src/shared/wallPhoto/WallPhoto.tsx';
import { crossOriginFor } from '#src/shared/ui/photoGrid/photoImage.ts';
import markStyles from '#src/admin/shell/marks.module.css';
import { ClockPreview, USUAL_SCREEN, WallBox } from '../preview/WallBox.tsx';
import styles from './LiveWall.module.css';
import shownStyles from './ShownNow.module.css';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Text } from '#src/shared/ui/text/Text.tsx';

interface Props {
  tablet: Tablet;
  albums: readonly Album[];
  now: number;
}

/** The screen of a tablet that is on the wall, as large as there is room, with a line in words. */
export function LiveWall({ tablet, albums, now }: Props) {
  const { report } = tablet;
  const state = tabletState(tablet, now);
  const shows = state.mark === 'on' ? tabletShows(tablet, albums, now) : undefined;
  return (
    <Stack>
      {report && shows && <WallNow tablet={tablet} report={report} shows={shows} now={new Date(now)} />}
      <output className={styles.state} data-mark={state.mark}>
        <StateMark of={state.mark} />
        {shows ? `${state.text}: ${shows.text}` : state.text}
      </output>
    </Stack>
  );
}

interface WallProps {
  tablet: Tablet;
  report: TabletReport;
  shows: TabletShows;
  now: Date;
}

function WallNow({ tablet: { settings }, report: { path, screen }, shows: { photo, text, isDark }, now }: WallProps) {
  const { width, height } = screen ?? USUAL_SCREEN;
  const isClock = !isDark && !photo && pageAt(path)?.firstFrame === 'clock';
  const src = photo && imageUrl(photo, 'medium');
  return (
    <WallBox width={width} height={height}>
      {photo && src !== undefined && (
        <WallPhoto
          pictures={[{ photo, src, crossOrigin: crossOriginFor(src) }]}
          settings={settings}
          ratio={width / height}
        />
      )}
      {isClock && <ClockPreview settings={settings} now={now} {...{ width, height }} />}
      {!photo && !isClock && <p className={styles.word}>{text}</p>}
    </WallBox>
  );
}

/** A small picture of the tablet's screen, with the same in words beside it. */
export function ShownNow({ shows }: { shows: TabletShows | undefined }) {
  const photo = shows?.photo;
  return (
    <span className={shownStyles.screen} aria-hidden="true">
      {photo ? (
        <Thumbnail photo={photo} alt="" className={styles.picture} ratio={90 / 66} />
      ) : (
        <Text as="span" size="xs" className={shownStyles.word}>
          {shows?.text}
        </Text>
      )}
    </span>
  );
}

/** A mark before words of the same meaning. The marks differ in shape as well as in colour. */
export function StateMark({ of }: { of: TabletMark }) {
  return <span className={`${markStyles.mark} ${markStyles[of]}`} aria-hidden="true" />;
}
