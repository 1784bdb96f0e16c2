import { useState } from 'react';
import type { Album } from '#contract/photos/schemas.ts';
import type { Tablet } from '#contract/tablets/schemas.ts';
import { RULES } from '#contract/programme/programme.ts';
import type { Rule } from '#contract/programme/schemas.ts';
import type { TabletSettings } from '#contract/tablets/tabletSettings.ts';
import { zonedMoment, isZone } from '#domain/clock/zones.ts';
import { READY_RULES, withRuleMoved, placeInWeek, weekOf } from '#domain/programme/programmeRules.ts';
import { type Moment, momentOf, ruleAt } from '#domain/programme/programme.ts';
import { Button } from '#src/shared/ui/Button.tsx';
import styles from './Programme.module.css';
import { RuleDialog } from './RuleDialog.tsx';
import { RuleRow } from './RuleRow.tsx';
import { Stack } from '#src/shared/ui/layout/Stack.tsx';
import { Note } from '#src/shared/ui/text/Text.tsx';
import { Row } from '#src/shared/ui/layout/Row.tsx';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

const DAY_MINUTES = 24 * 60;

const HOURS = [0, 6, 12, 18, 24];

interface WeekStripProps {
  settings: Pick<TabletSettings, 'programme' | 'place'>;
  now: Moment;
}

type Programme = Pick<TabletSettings, 'programme' | 'place'>;

interface Props {
  tablet: Pick<Tablet, 'settings' | 'report' | 'albumIds'>;
  albums: readonly Album[];
  /** The server's time in milliseconds. */
  now: number;
  onChange: (changes: Partial<Programme>) => void;
}

/** The rules of a tablet's day, week and year, in the order in which they apply. */
export function ProgrammeFields({ tablet, albums, now, onChange }: Props) {
  const { settings } = tablet;
  const rules = settings.programme;
  /** The rule in the dialog, and its index; for a new rule, the number of rules. */
  const [edited, setEdited] = useState<{ rule: Rule; index: number }>();
  const [dragged, setDragged] = useState<number>();
  const moment = momentThere(tablet, now);
  const counting = ruleAt(settings, moment);
  const move = (from: number, to: number) => onChange({ programme: withRuleMoved(rules, from, to) });
  return (
    <Stack>
      <Note>
        {rules.length === 0
          ? 'It shows what it begins with, day and night. Rules change that by time, weekday, date or the sun:'
          : 'The first rule that fits counts. Where none fits, it shows what it begins with.'}
      </Note>
      {rules.length > 0 && (
        <Stack as="ol" gap={2} aria-label="Rules">
          {rules.map((rule, index) => (
            <RuleRow
              // Two rules may be the same: only the place tells them apart.
              // oxlint-disable-next-line react/no-array-index-key
              key={`${index} ${JSON.stringify(rule)}`}
              {...{ rule, index, albums }}
              isLast={index === rules.length - 1}
              isNow={rule === counting}
              onEdit={() => setEdited({ rule, index })}
              onMove={(to) => move(index, to)}
              onRemove={() => onChange({ programme: rules.filter((_, at) => at !== index) })}
              onDragged={() => setDragged(index)}
              onDropped={() => {
                if (dragged !== undefined && dragged !== index) move(dragged, index);
                setDragged(undefined);
              }}
            />
          ))}
        </Stack>
      )}
      {rules.length > 0 && <WeekStrip settings={settings} now={moment} />}
      {rules.length < RULES.max && <ReadyRules onChosen={(rule) => setEdited({ rule, index: rules.length })} />}
      {edited && (
        <RuleDialog
          rule={edited.rule}
          isNew={edited.index === rules.length}
          place={settings.place}
          albums={albums}
          albumIds={tablet.albumIds}
          onClose={() => setEdited(undefined)}
          onSave={(rule, place) => {
            const programme = [...rules.slice(0, edited.index), rule, ...rules.slice(edited.index + 1)];
            onChange({ programme, place });
            setEdited(undefined);
          }}
        />
      )}
    </Stack>
  );
}

function ReadyRules({ onChosen }: { onChosen: (rule: Rule) => void }) {
  return (
    <Row align="stretch">
      {READY_RULES.map(({ name, rule }) => (
        <Button key={name} size="s" onClick={() => onChosen(rule)}>
          {name}…
        </Button>
      ))}
      <Button size="s" onClick={() => onChosen({ from: '08:00', to: '12:00', shows: 'clock' })}>
        Another rule…
      </Button>
    </Row>
  );
}

/** The moment at the tablet's place, or here while the tablet has not reported its zone. */
function momentThere({ report }: Pick<Tablet, 'report'>, now: number): Moment {
  const zone = report?.zone;
  return zone !== undefined && isZone(zone) ? zonedMoment(zone, now) : momentOf(new Date(now));
}

/** A drawing of this week: which rule applies when, like the sentences above. */
function WeekStrip({ settings, now }: WeekStripProps) {
  const here = placeInWeek(now);
  return (
    <figure className={styles.week} aria-label="This week, by the numbers of the rules">
      {weekOf(settings, now).map((spans, day) => (
        <Row gap={0} wrap={false} key={DAYS[day]}>
          <Note as="span" size="xs" className={styles.dayName}>
            {DAYS[day]}
          </Note>
          <svg className={styles.bar} viewBox={`0 0 ${DAY_MINUTES} 60`} preserveAspectRatio="none" aria-hidden="true">
            {spans.map(({ from, to, rule }) => (
              <rect
                key={from}
                className={styles.span}
                data-shows={settings.programme[rule]?.shows ?? 'start'}
                x={from}
                width={to - from}
                height={60}
              />
            ))}
            {here.day === day && <rect className={styles.nowLine} x={here.minute - 4} width={8} height={60} />}
          </svg>
        </Row>
      ))}
      <Row gap={0} justify="between" wrap={false} className={styles.hours} aria-hidden="true">
        {HOURS.map((hour) => (
          <span key={hour}>{hour}:00</span>
        ))}
      </Row>
    </figure>
  );
}
