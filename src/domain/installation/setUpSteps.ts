/** The steps of the first hour with a new server that can be done, or put off. */
const STEPS = ['photos', 'screen'] as const;

export type SetUpStep = (typeof STEPS)[number];

export type StepState = 'done' | 'skipped' | 'open';

export interface SetUpProgress {
  /** How many photos the library has. */
  photos: number;
  /** How many screens have ever shown something. */
  screens: number;
  /** As `withSkipped` writes it. */
  skipped: string | undefined;
}

/** What was done counts, however it was done; what was put off and then done is done. */
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
