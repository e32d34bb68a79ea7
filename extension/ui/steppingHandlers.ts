import type { SteppingHandlers } from './steppingMessages.ts';

/** The panel steps as the commands do. */
export function steppingHandlers(): SteppingHandlers {
  const step: SteppingHandlers['stepper/step'] = ({ stepper }) => void stepper.step();
  const nothing = (): void => undefined;
  return {
    'stepper/pause': ({ stepper }) => stepper.pause(),
    'stepper/continue': ({ stepper }) => stepper.continue(),
    'stepper/step': step,
    'stepper/over': step,
    'stepper/out': step,
    'stepper/choose': nothing,
    'stepper/runTo': nothing,
    'stepper/slowMotion': nothing,
    'stepper/points': nothing,
    'breakpoint/add': nothing,
    'whatIf/do': nothing,
  };
}
