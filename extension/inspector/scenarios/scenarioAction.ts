import type { ClientGo, QueueKind } from '../../informer/profile.ts';
import type { FaultKind } from '../../introspection/faults.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { GatePoint } from '../../trace/gate.ts';
import type { FaultRequest } from '../faults/sessionFaults.ts';
import type { WhatIfAnswer } from '../whatIf/sessionWhatIf.ts';
import type { ObjectRef } from './objectRef.ts';

/** Everything that a scenario may do. What changes the world is written as `kubectl` would write it, by a client of its own. */
export type ScenarioAction =
  /** In its JSON, `{n}` is replaced by 1, 2, 3 … @param fill bytes of arbitrary text that `data.filler` is given */
  | { readonly do: 'create'; readonly resource: string; readonly object: KubeObject; readonly times?: number; readonly fill?: number }
  /** A merge patch. In its JSON, `{n}` is replaced by 1, 2, 3 … */
  | ({ readonly do: 'patch'; readonly body: object; readonly times?: number } & ObjectRef)
  | { readonly do: 'setImage'; readonly namespace: string; readonly deployment: string; readonly container: string; readonly image: string }
  | ({ readonly do: 'delete' } & ObjectRef)
  /** With a handler that does nothing, and is called `scenario`. */
  | { readonly do: 'startInformer'; readonly resource: string; readonly namespace?: string; readonly clientGo?: ClientGo; readonly queue?: QueueKind }
  /** Each call of the handler of that informer takes so long from now on. */
  | { readonly do: 'slowHandler'; readonly informer: string; readonly ms: number }
  /** A gate is closed to what matches, until it is released. */
  | { readonly do: 'hold'; readonly point: GatePoint; readonly owner?: string; readonly key?: string }
  /** What stands before that gate is let go; the gate stays closed. */
  | { readonly do: 'step'; readonly point: GatePoint; readonly key?: string }
  /** That gate opens; without a point all do. */
  | { readonly do: 'release'; readonly point?: GatePoint }
  /** A sample; one that a person runs already is left alone, and does for this. */
  | { readonly do: 'runReconciler'; readonly sample: string; readonly priority?: boolean; readonly namespace?: string }
  | { readonly do: 'dropWatch'; readonly informer: string }
  | { readonly do: 'answerNext'; readonly informer: string; readonly request: 'list' | 'watch'; readonly code: WhatIfAnswer }
  | { readonly do: 'resync'; readonly informer: string }
  /** The API server is broken so, until the faults are cleared. */
  | { readonly do: 'fault'; readonly fault: FaultRequest }
  /** Those of this kind that the scenario has switched on; without a kind, all. */
  | { readonly do: 'clearFaults'; readonly kind?: FaultKind }
  /** Clients that list the resource again and again, until `stopPolling`. */
  | { readonly do: 'poll'; readonly resource: string; readonly pollers: number; readonly periodMs: number }
  | { readonly do: 'stopPolling' }
  /** `--max-requests-inflight` and `--max-mutating-requests-inflight`: seats that all priority levels share. */
  | { readonly do: 'limitInflight'; readonly reading: number; readonly mutating: number }
  /**
   * So many lists at the same time, as `user`, while another user lists calmly, one after the other: until some of the many were sent away and the other has
   * been answered twenty times. Kept under the name.
   */
  | { readonly do: 'flood'; readonly user: string; readonly calm: string; readonly resource: string; readonly concurrent: number; readonly as: string }
  /** So many informers that share nothing, on a connection of their own, until they are measured: kept under the name. */
  | { readonly do: 'informersApart'; readonly resource: string; readonly namespace: string; readonly count: number; readonly as: string }
  | { readonly do: 'measure'; readonly what: Measuring; readonly as: string };

export type ActionOf<Do extends ScenarioAction['do']> = Extract<ScenarioAction, { readonly do: Do }>;

/** What is read off. */
export type Measuring =
  /** What this session has asked of the server: `lists`, `watches`, `gets`, `writes`, `bytes`. */
  | { readonly of: 'requests' }
  /** Open watches of a resource on the server: `watchers`; of its ring: `capacity`, `length`, `oldest`. */
  | { readonly of: 'watchCache'; readonly resource: string }
  /** To whom the event of the newest entry that matches was offered: `watchers`, `asked`, `matched`; `slow`: closed since because they read too slowly. */
  | { readonly of: 'fanOut'; readonly resource: string; readonly event: string }
  /** What lists and watches of a resource have cost, and pollers of it: each as `TrafficView` has it. */
  | { readonly of: 'traffic'; readonly resource: string }
  /** Of a priority level: `dispatched`, `rejected`, `waiting`, `seats`. */
  | { readonly of: 'priorityLevel'; readonly level: string };
