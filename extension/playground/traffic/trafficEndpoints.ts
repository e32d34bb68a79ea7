import { type TrafficView, pollerLimits } from '../../introspection/traffic.ts';
import { parseResource } from '../../kube/resource.ts';
import type { Endpoints } from '../introspection/endpoints.ts';
import { wholeNumber } from '../introspection/wholeNumber.ts';
import type { Registry } from '../registry/registry.ts';
import { badRequest } from '../statusErrors.ts';
import type { Pollers, PollersPlan } from './pollers.ts';
import type { OwnAddress } from './pollingClient.ts';
import type { Traffic } from './traffic.ts';

export interface TrafficParts {
  readonly traffic: Traffic;
  readonly pollers: Pollers;
  readonly registry: Registry;
  /** Undefined while the playground is not served. */
  readonly address: () => OwnAddress | undefined;
}

export function trafficEndpoints({ traffic, pollers, registry, address }: TrafficParts): Endpoints {
  return {
    reads: { '/traffic': (): TrafficView => traffic.view(pollers) },
    commands: {
      '/pollers': (body): TrafficView => {
        if (body['pollers'] === 0) pollers.stop();
        else {
          const plan = planOf(body, registry);
          const own = address();
          if (!own) throw badRequest('the playground is served on no socket that pollers could ask');
          pollers.start(plan, own);
        }
        return traffic.view(pollers);
      },
    },
  };
}

/** @throws ApiError 400 */
function planOf({ resource, pollers, periodMs, consistent = false, forMs }: Readonly<Record<string, unknown>>, registry: Registry): PollersPlan {
  const named = typeof resource === 'string' ? parseResource(resource) : undefined;
  if (!named || !registry.find(named)) throw badRequest('resource must be one that is served, such as v1/pods or apps/v1/deployments');
  if (typeof consistent !== 'boolean') throw badRequest('consistent must be true or false');
  return {
    resource: named,
    pollers: wholeNumber('pollers', pollers, 1, pollerLimits.pollers),
    periodMs: wholeNumber('periodMs', periodMs, pollerLimits.leastPeriodMs, pollerLimits.mostPeriodMs),
    consistent,
    forMs: wholeNumber('forMs', forMs, 1, pollerLimits.mostMs),
  };
}
