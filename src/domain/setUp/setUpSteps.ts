/** The steps of the first hour with a new server that can be done, or put off. */
const STEPS = ['photos', 'screen'] as const;

export type SetUpStep = (typeof STEPS)[number];

export type StepState = 'done' | 'skipped' | 'open';

export interface SetUpProgress {
  /** The number of photos in the library. */
  photos: number;
  /** The number of screens that have ever shown something. */
  screens: number;
  /** The text that `withSkipped` writes. */
  skipped: string | undefined;
}

/** A step counts as done however it was done, even if it was skipped before. */
export function stepState(step: SetUpStep, { photos, screens, skipped }: SetUpProgress): StepState {
  if ((step === 'photos' ? photos : screens) > 0) return 'done';
  return namesIn(skipped).includes(step) ? 'skipped' : 'open';
}

export function isSetUp(progress: SetUpProgress): boolean {
  return STEPS.every((step) => stepState(step, progress) !== 'open');
}

/** The steps put off, as a text for the address; undefined when there are none. */
export function withSkipped(skipped: string | undefined, step: SetUpStep, isSkipped: boolean): string | undefined {
  const names = STEPS.filter((name) => (name === step ? isSkipped : namesIn(skipped).includes(name)));
  return names.length === 0 ? undefined : names.join('.');
}

function namesIn(skipped: string | undefined): string[] {
  return skipped?.split('.') ?? [];
}
