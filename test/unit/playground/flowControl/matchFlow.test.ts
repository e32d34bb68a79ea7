import { describe, expect, it } from 'vitest';
import type { FlowRequest } from '../../../../extension/playground/flowControl/flowRequest.ts';
import { FlowHarness, flowRequest, serviceAccount } from '../../../support/flowRequests.ts';

/** The schema that a request was put into. */
function schemaOf(request: FlowRequest): string {
  const harness = new FlowHarness();
  harness.enter(request);
  return harness.control.view(0).schemas.find(({ matched }) => matched === 1)!.name;
}

const node = (method: string, target: string): FlowRequest => flowRequest('system:node:node-1', method, target, ['system:nodes', 'system:authenticated']);

describe('the flow schemas that an API server has from the start', () => {
  it.each([
    ['exempt', flowRequest('admin', 'GET', '/api/v1/pods', ['system:masters', 'system:authenticated'])],
    ['probes', flowRequest('anyone', 'GET', '/healthz')],
    ['global-default', flowRequest('anyone', 'POST', '/healthz')],
    ['global-default', flowRequest('anyone', 'GET', '/healthz/etcd')],
    ['system-leader-election', flowRequest('system:kube-scheduler', 'PUT', '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-scheduler')],
    ['kube-scheduler', flowRequest('system:kube-scheduler', 'GET', '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases')],
    ['kube-scheduler', flowRequest('system:kube-scheduler', 'GET', '/api/v1/pods')],
    ['kube-controller-manager', flowRequest('system:kube-controller-manager', 'GET', '/apis/apps/v1/deployments')],
    ['workload-leader-election', serviceAccount('kube-system', 'operator', 'PUT', '/api/v1/namespaces/default/configmaps/lock')],
    ['kube-system-service-accounts', serviceAccount('kube-system', 'operator', 'GET', '/api/v1/pods')],
    ['service-accounts', serviceAccount('ci', 'runner', 'GET', '/api/v1/pods')],
    ['service-accounts', serviceAccount('kube-system-not', 'runner', 'GET', '/api/v1/pods')],
    ['system-node-high', node('PATCH', '/api/v1/nodes/node-1/status')],
    ['system-node-high', node('PUT', '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-1')],
    ['system-nodes', node('GET', '/api/v1/pods?fieldSelector=spec.nodeName=node-1')],
    ['system-nodes', node('GET', '/healthz/x')],
    ['global-default', flowRequest('somebody', 'GET', '/api/v1/pods')],
    ['catch-all', flowRequest('nobody', 'GET', '/api/v1/pods', [])],
  ])('%s (%#)', (schema, request) => {
    expect(schemaOf(request)).toBe(schema);
  });
});
