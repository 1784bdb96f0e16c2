import { configureGlobal } from 'fast-check';

// Property tests try the same values for each mutant and in each run, so that the same mutants survive; the first value
// that reveals a mutant is enough.
configureGlobal({ seed: 1, endOnFailure: true });
