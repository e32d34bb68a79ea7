import type { PanelModel } from './store/model.ts';
import type { Store } from './store/store.ts';

const everyMs = 500;

/** Lets times that grow on their own grow on the screen, while there are any: how long something is held, when a key is due, how long ago a stage had to do. */
export function startTicker(store: Store, now: () => number): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  store.subscribe((model) => {
    const runs = hasRunningTime(model);
    if (runs && timer === undefined) timer = setInterval(() => store.dispatch({ type: 'tick', now: now() }), everyMs);
    if (!runs && timer !== undefined) {
      clearInterval(timer);
      timer = undefined;
    }
  });
}

function hasRunningTime({ state }: PanelModel): boolean {
  if (!state || state.session.ended) return false;
  const { stepper, pipeline } = state;
  return stepper.held.length > 0 || pipeline.workQueue.waiting > 0 || Object.values(pipeline.activity).some(({ lastMs }) => lastMs !== null);
}
