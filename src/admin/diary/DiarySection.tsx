import { useCallback, useState } from 'react';
import { fetchDiary } from '#src/admin/api/diary.ts';
import { DIARY_LIMITS } from '#contract/diary/diary.ts';
import { diaryStrip, diaryWords } from '#domain/diary/diaryDay.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import { DayLegend, DayStrip } from '#src/admin/day/DayStrip.tsx';
import { SectionHead } from '#src/admin/shell/Section.tsx';
import { useAdminResource } from '#src/admin/shell/useAdminResource.ts';
import styles from '#src/admin/tablets/one/shown/ShownSection.module.css';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';

const MINUTE_MS = 60_000;
const REFRESH_MS = 60_000;

/** A day of the tablet's diary: the state of its wall, as the tablet itself recorded it. */
export function DiarySection({ id, now }: { id: string; now: number }) {
  const [daysAgo, setDaysAgo] = useState(0);
  const { from, minutes } = dayAgo(now, daysAgo);
  const load = useCallback((token: string) => fetchDiary(token, id, { from, minutes }), [id, from, minutes]);
  const { data: entries, failure } = useAdminResource(load, { refreshMs: REFRESH_MS });
  // Loaded for this day; until then it is unknown.
  const words = entries ? diaryWords(entries, timeOf) : [];
  const date = new Date(from * MINUTE_MS);
  return (
    <Stack as="section" gap={2} aria-labelledby="diary-heading">
      <SectionHead id="diary-heading" title="What it did">
        <Row gap={3} lineGap={2}>
          <Button
            size="s"
            disabled={daysAgo >= DIARY_LIMITS.days - 1}
            aria-label="The day before"
            onClick={() => setDaysAgo(daysAgo + 1)}
          >
            {'<'}
          </Button>
          <Note as="output">
            {date.toLocaleDateString('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })}
          </Note>
          <Button size="s" disabled={daysAgo === 0} aria-label="The day after" onClick={() => setDaysAgo(daysAgo - 1)}>
            {'>'}
          </Button>
        </Row>
      </SectionHead>
      <DayStrip strip={diaryStrip(entries ?? [], { from, minutes })} size="wide" />
      <DayLegend of="diary" />
      {words.length > 0 ? (
        <ul className={styles.words}>
          {words.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : (
        <Note className={styles.time}>
          {failure
            ? 'The diary could not be loaded.'
            : entries
              ? 'The tablet has reported nothing for this day.'
              : 'Loading...'}
        </Note>
      )}
    </Stack>
  );
}

/** The start of a day by the reader's clock, on which a day has 23 or 25 hours twice a year. */
function dayAgo(now: number, daysAgo: number): { from: number; minutes: number } {
  const midnight = (days: number) => {
    const date = new Date(now);
    date.setHours(0, 0, 0, 0);
    date.setDate(date.getDate() + days);
    return date.getTime() / MINUTE_MS;
  };
  return { from: midnight(-daysAgo), minutes: midnight(1 - daysAgo) - midnight(-daysAgo) };
}

function timeOf(minute: number): string {
  return new Date(minute * MINUTE_MS).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}
