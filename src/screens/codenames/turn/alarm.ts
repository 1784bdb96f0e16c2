/** Three tones of the height that a small loudspeaker is loudest at. */
const TONES = { count: 3, hertz: 1_900, seconds: 0.35, everySeconds: 0.55 };
const UNLOCKING = ['pointerdown', 'keydown'] as const;

let context: AudioContext | undefined;

/**
 * Browsers let a page sound only after a press. To be called in the press that starts a clock; after a reload the next
 * press on the page, whatever it is for, does.
 */
export function prepareAlarm(): void {
  if (!('AudioContext' in window)) return;
  context ??= new AudioContext();
  if (context.state === 'running') return;
  const resume = () => void context?.resume().catch(() => undefined);
  resume();
  for (const type of UNLOCKING) window.addEventListener(type, resume, { once: true, capture: true });
}

/** Loud enough for a table that talks; phones that can, shake too. */
export function soundAlarm(): void {
  navigator.vibrate?.([400, 150, 400, 150, 400]);
  if (!context) return;
  for (let tone = 0; tone < TONES.count; tone += 1) {
    const from = context.currentTime + tone * TONES.everySeconds;
    const oscillator = new OscillatorNode(context, { type: 'square', frequency: TONES.hertz });
    const volume = new GainNode(context, { gain: 1 });
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(from);
    oscillator.stop(from + TONES.seconds);
  }
}
