/** Texts of stepping. */
export const steppingStrings = {
  stepping: 'Stepping',
  pause: 'Pause',
  step: 'Step',
  continue: 'Continue',
} as const;
