import type { FaultSpec, FaultsView } from '../../introspection/faults.ts';
import type { Endpoints } from '../introspection/endpoints.ts';
import { badRequest } from '../statusErrors.ts';
import type { Faults } from './faults.ts';
import { FaultSpecError, readFaultSpec } from './faultSpec.ts';

/** Each answers with all that there are then. */
export function faultEndpoints(faults: Faults): Endpoints {
  return {
    reads: { '/faults': (): FaultsView => faults.list },
    commands: {
      '/faults': (body): FaultsView => {
        faults.add(specOf(body));
        return faults.list;
      },
      '/faults/clear': ({ id }): FaultsView => {
        if (id !== undefined && !Number.isSafeInteger(id)) throw badRequest('id must be that of a fault; without it all are cleared');
        faults.clear(id as number | undefined);
        return faults.list;
      },
    },
  };
}

/** @throws ApiError 400 */
function specOf(body: unknown): FaultSpec {
  try {
    return readFaultSpec(body);
  } catch (error) {
    throw error instanceof FaultSpecError ? badRequest(error.message) : error;
  }
}
