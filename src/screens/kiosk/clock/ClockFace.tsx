import { clockTexts, drift } from '../../../domain/clock/clock.ts';
import { DIGIT_PATHS, DIGIT_PITCH, digitsWidth } from '../../../domain/clock/clockDigits.ts';

function Digits({ text }: { text: string }) {
  return (
    <svg className="clock-digits" viewBox={`0 0 ${digitsWidth(text)} 100`} aria-hidden="true">
      {text.split('').map((digit, place) => (
        // The numeral is its place in the text.
        // oxlint-disable-next-line react/no-array-index-key
        <path key={place} transform={`translate(${place * DIGIT_PITCH} 0)`} d={DIGIT_PATHS[Number(digit)]} />
      ))}
    </svg>
  );
}

/**
 * Dressed by src/styles/clockFace.css. src/firstFrame/clock.ts draws the same markup for the moment before React is here:
 * a test compares the two.
 */
export function ClockFace({ now }: { now: Date }) {
  const { time, half, date, weekday } = clockTexts(now);
  const [hours = '', minutes = ''] = time.split(':');
  const { xPx, yPx } = drift(now.getTime());
  return (
    <div className="clock-face" id="clock" role="timer" style={{ transform: `translate(${xPx}px, ${yPx}px)` }}>
      <div className="clock-time">
        <span className="clock-text">{time}</span>
        <Digits text={hours} />
        <svg className="clock-colon" viewBox="0 0 24 100" aria-hidden="true">
          <circle cx="12" cy="31" r="7.5" />
          <circle cx="12" cy="69" r="7.5" />
        </svg>
        <Digits text={minutes} />
        <div className="clock-halves">
          <span className="clock-half" aria-current={half === 'am'}>
            am
          </span>
          <span className="clock-half" aria-current={half === 'pm'}>
            pm
          </span>
        </div>
      </div>
      <div className="clock-seconds" aria-hidden="true">
        <i style={{ transform: `translateX(${(now.getSeconds() * 100) / 60}%)` }} />
      </div>
      <div className="clock-day">
        <span className="clock-weekday">{weekday}</span>
        <span className="clock-date">{date}</span>
      </div>
    </div>
  );
}
