import { type FlowControlView, type InflightLimits, letsNobodyIn, mostInflight } from '../../introspection/flowControl.ts';
import type { Endpoints } from '../introspection/endpoints.ts';
import { badRequest } from '../statusErrors.ts';
import type { FlowControl } from './flowControl.ts';

/** @param watching how many watches are open */
export function flowControlEndpoints(control: FlowControl, watching: () => number): Endpoints {
  return {
    reads: { '/flow-control': (): FlowControlView => control.view(watching()) },
    commands: {
      '/max-inflight': ({ reading = control.limits.reading, mutating = control.limits.mutating }): InflightLimits => {
        if (!isLimit(reading) || !isLimit(mutating)) throw badRequest(`reading and mutating must be whole numbers from 0 to ${mostInflight}`);
        if (letsNobodyIn({ reading, mutating })) throw badRequest('reading and mutating cannot both be 0: nobody would be let in');
        control.limits = { reading, mutating };
        return control.limits;
      },
    },
  };
}

function isLimit(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= mostInflight;
}
