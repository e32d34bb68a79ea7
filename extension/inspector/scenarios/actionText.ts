import type { ObjectRef } from './objectRef.ts';
import type { ScenarioAction } from './scenarioAction.ts';

/** What is done, as the script has it: what kubectl can do, in kubectl's words. */
export function actionText(action: ScenarioAction): string {
  switch (action.do) {
    case 'create': {
      const { kind = 'object', metadata } = action.object;
      return `kubectl create -f ${kind.toLowerCase()}-${metadata.name ?? metadata.generateName ?? ''}.yaml${inNamespace(metadata.namespace)}${often(action.times)}`;
    }
    case 'patch':
      return `kubectl patch ${named(action)}${inNamespace(action.namespace)} --type=merge -p '${JSON.stringify(action.body)}'${often(action.times)}`;
    case 'setImage':
      return `kubectl set image deployment/${action.deployment}${inNamespace(action.namespace)} ${action.container}=${action.image}`;
    case 'delete':
      return `kubectl delete ${named(action)}${inNamespace(action.namespace)}`;
    case 'startInformer': {
      const { resource, namespace, clientGo = '1.32', queue = 'DeltaFIFO' } = action;
      return `start informer ${resource}${namespace === undefined ? '' : `@${namespace}`} (client-go ${clientGo}, ${queue})`;
    }
    case 'slowHandler':
      return `each call of the handler of ${action.informer} takes ${action.ms} ms from now on`;
    case 'hold':
      return `hold at ${action.point}${of(action)}`;
    case 'step':
      return `let one go at ${action.point}${of(action)}`;
    case 'release':
      return action.point === undefined ? 'open every gate' : `open the gate ${action.point}`;
    case 'runReconciler':
      return `run sample reconciler ${action.sample}${action.priority ? ' with a priority queue' : ''}`;
    case 'dropWatch':
      return `drop the watch of ${action.informer}`;
    case 'answerNext':
      return `answer the next ${action.request} of ${action.informer} with ${action.code}`;
    case 'resync':
      return `resync ${action.informer} now`;
    case 'fault': {
      const { kind, scope = {}, ...rest } = action.fault;
      return `break the API server: ${[kind, ...Object.entries({ ...scope, ...rest }).map(([name, value]) => `${name}=${String(value)}`)].join(' ')}`;
    }
    case 'clearFaults':
      return action.kind === undefined ? 'mend the API server' : `mend the API server: ${action.kind} is over`;
    case 'poll':
      return `start ${action.pollers} pollers of ${action.resource}, each every ${action.periodMs} ms`;
    case 'stopPolling':
      return 'stop the pollers';
    case 'limitInflight':
      return `kube-apiserver --max-requests-inflight=${action.reading} --max-mutating-requests-inflight=${action.mutating}`;
    case 'flood':
      return `as ${action.user}: ${action.concurrent} lists of ${action.resource} at the same time; as ${action.calm}: one after the other`;
    case 'informersApart':
      return `run ${action.count} informers of ${action.resource}@${action.namespace} that share nothing, and measure them`;
    case 'measure':
      return `measure ${action.what.of} as ${action.as}`;
  }
}

function named({ resource, name }: ObjectRef): string {
  return `${resource.slice(resource.lastIndexOf('/') + 1).replace(/s$/, '')}/${name}`;
}

function inNamespace(namespace: string | undefined): string {
  return namespace === undefined ? '' : ` -n ${namespace}`;
}

function often(times = 1): string {
  return times > 1 ? `  # ${times} times` : '';
}

function of({ key, owner }: { readonly key?: string; readonly owner?: string }): string {
  return `${key === undefined ? '' : ` what is of ${key}`}${owner === undefined ? '' : ` in ${owner}`}`;
}
