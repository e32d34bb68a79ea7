import { FlowControl, type Admission, type FlowControlOptions } from '../../extension/playground/flowControl/flowControl.ts';
import type { FlowRequest } from '../../extension/playground/flowControl/flowRequest.ts';
import { requestAttributes } from '../../extension/playground/api/requestAttributes.ts';
import { FakeClock } from './fakeClock.ts';

/** A request as flow control sees it. @param target path and query */
export function flowRequest(name: string, method: string, target: string, groups: readonly string[] = ['system:authenticated']): FlowRequest {
  const [path = '', text = ''] = target.split('?');
  const query = new URLSearchParams(text);
  return { user: { name, groups }, attributes: requestAttributes({ method, path, query }), query };
}

export function serviceAccount(namespace: string, name: string, method: string, target: string): FlowRequest {
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${namespace}`, 'system:authenticated'];
  return flowRequest(`system:serviceaccount:${namespace}:${name}`, method, target, groups);
}

/** One that has entered, and what became of it. */
export interface Entered {
  readonly request: FlowRequest;
  admission: Admission | undefined;
  readonly client: AbortController;
}

/** Flow control on a clock that stands still, and everybody who has entered. */
export class FlowHarness {
  readonly clock = new FakeClock();
  readonly control: FlowControl;
  objects = 10;
  /** In the order in which they were let in. */
  readonly admitted: Entered[] = [];

  constructor(options: Partial<FlowControlOptions> = {}) {
    let uids = 0;
    this.control = new FlowControl({ clock: this.clock, uid: () => `uid-${++uids}`, objectsOf: () => this.objects, ...options });
  }

  enter(request: FlowRequest): Entered {
    const entered: Entered = { request, admission: undefined, client: new AbortController() };
    const settle = (admission: Admission): void => {
      entered.admission = admission;
      if ('giveBack' in admission) this.admitted.push(entered);
    };
    const admission = this.control.enter(request, () => entered.client.signal);
    if (admission instanceof Promise) void admission.then(settle);
    else settle(admission);
    return entered;
  }

  level(name: string) {
    return this.control.view(0).levels.find((level) => level.name === name)!;
  }

  schema(name: string) {
    return this.control.view(0).schemas.find((schema) => schema.name === name)!;
  }
}

/** `in`, `waiting`, or why it was sent away. */
export function fate({ admission }: Entered): string {
  if (!admission) return 'waiting';
  return 'refused' in admission ? admission.refused : 'in';
}

export function end({ admission }: Entered): void {
  if (admission && 'giveBack' in admission) admission.giveBack();
}
