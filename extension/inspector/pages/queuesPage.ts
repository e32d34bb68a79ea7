import { limits } from '../../protocol/checks.ts';
import type { Page } from './page.ts';
import { controllerView } from './queues/controllerView.ts';
import { deltaQueueViews } from './queues/deltaQueueViews.ts';
import { handlerViews } from './queues/handlerViews.ts';
import { keysView } from './queues/keysView.ts';
import { workQueueView } from './queues/workQueueView.ts';

/** Every queue of a session, from the watch to the workers, and what is in it. */
export const queuesPage: Page<'queues'> = ({ session, selected }, look) => {
  const informers = session.informers.all.filter(({ name }) => selected === null || name === selected);
  const controllers = session.controllers.running.slice(0, limits.elements);
  const workQueues = controllers.map(workQueueView);
  const chosen = controllers.find(({ name }) => name === look.controller) ?? controllers[0];
  const keys = chosen && session.controllers.keysOf?.(chosen.name);
  return {
    deltaQueues: deltaQueueViews(session, informers),
    handlers: handlerViews(session, informers),
    workQueues,
    controllers: controllers.map((controller, index) => controllerView(session, controller, workQueues[index]!)),
    keys: chosen && keys ? keysView(chosen.name, keys, look, session.now()) : null,
  };
};
