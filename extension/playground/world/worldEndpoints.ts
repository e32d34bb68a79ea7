import { churnRates } from '../../introspection/world.ts';
import type { Endpoints } from '../introspection/endpoints.ts';
import { badRequest } from '../statusErrors.ts';
import type { World } from './world.ts';

/** What lives in the cluster, and what may be done to it. */
export function worldEndpoints(world: World): Endpoints {
  return {
    reads: { '/world': () => world.view },
    commands: {
      '/world/speed': ({ speed }) => {
        if (typeof speed !== 'number') throw badRequest('speed must be a number: 0 stands still, 1 is as time passes');
        world.setSpeed(speed);
        return world.view;
      },
      '/world/churn': ({ churn }) => {
        const rate = churnRates.find((candidate) => candidate === churn);
        if (rate === undefined) throw badRequest(`churn must be one of ${churnRates.join(', ')}`);
        world.churn = rate;
        return world.view;
      },
      '/world/controllers': async ({ name, connected }) => {
        if (typeof name !== 'string' || typeof connected !== 'boolean') throw badRequest('name must be that of a controller, and connected true or false');
        await world.setConnected(name, connected);
        return world.view;
      },
    },
  };
}
