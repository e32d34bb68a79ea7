import { chance, pick } from './draws.ts';
import { type ScriptKind, whenSaid } from './scriptKind.ts';

// Bodies of many kinds, put together loosely.
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

const types: readonly Loose[] = [{}, { type: 'ClusterIP' }, { type: 'NodePort' }, { type: 'LoadBalancer' }, { clusterIP: 'None' }, { type: 'ExternalName', externalName: 'web.example.com' }];

/**
 * Asks for no port of the nodes: every run would ask for the same one, and of what is left of others it may be taken. Nobody takes an
 * address away, which 1.20 refuses and later releases put back; each port says its protocol, which whoever applied had to say then; there is
 * one protocol, since load balancers could not have two; and no more than two ports, of which the order would be another after an apply.
 */
export const services: ScriptKind = {
  hasOldVerbs: true,
  root: '/api/v1',
  apiVersion: 'v1',
  resource: 'services',
  kind: 'Service',
  namespaced: true,
  subresources: ['status'],
  // Of its type and address only later releases can be asked.
  fields: {},
  body: (random) => ({
    spec: {
      ...pick(random, types),
      ...(chance(random, 70) && { selector: { app: 'x' } }),
      ports: pick<Loose>(random, [
        [{ port: 80, protocol: 'TCP' }],
        [{ port: 80, protocol: 'TCP', targetPort: 8080 }],
        [{ name: 'web', port: 80, protocol: 'TCP', targetPort: 'http' }, { name: 'admin', port: 81, protocol: 'TCP' }],
      ]),
      ...(chance(random, 20) && { sessionAffinity: 'ClientIP' }),
      ...(chance(random, 10) && { publishNotReadyAddresses: true }),
      ...(chance(random, 10) && { externalIPs: ['192.0.2.7'] }),
    },
  }),
  patches: [
    { spec: { type: 'NodePort' } },
    { spec: { type: 'ClusterIP' } },
    { spec: { type: 'LoadBalancer' } },
    { spec: { type: 'ExternalName', externalName: 'a.example.com' } },
    { spec: { type: 'ExternalName', externalName: 'a.example.com', clusterIP: null, clusterIPs: null } },
    { spec: { selector: { app: 'y' } } },
    { spec: { selector: null } },
    { spec: { ports: [{ port: 80, targetPort: 443 }] } },
    { spec: { clusterIP: 'None' } },
    { spec: { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 60 } } } },
    { spec: { sessionAffinity: 'None' } },
    { spec: { externalTrafficPolicy: 'Local' } },
  ],
  jsonPatches: [[{ op: 'add', path: '/spec/ports/-', value: { name: 'added', port: 81 } }], [{ op: 'remove', path: '/spec/ports' }]],
  strategicPatches: [
    { spec: { ports: [{ port: 80, targetPort: 9090 }] } },
    { spec: { ports: [{ port: 80, $patch: 'delete' }] } },
    { spec: { ports: [{ name: 'no-port' }] } },
    { spec: { selector: { tier: '1' } } },
  ],
  faults: [
    { spec: { type: 'Other' } },
    { spec: { ports: [] } },
    { spec: { ports: null } },
    { spec: { ports: [{ port: 0, protocol: 'TCP' }] } },
    { spec: { ports: [{ port: 70_000, protocol: 'TCP' }] } },
    { spec: { ports: [{ port: 80, protocol: 'TCP', targetPort: 0 }] } },
    { spec: { ports: [{ port: 80, protocol: 'TCP', targetPort: 'Not_A_Name' }] } },
    { spec: { ports: [{ port: 80, protocol: 'TCP', targetPort: 'a-name-of-more-than-fifteen' }] } },
    { spec: { ports: [{ port: 80, protocol: 'ICMP' }] } },
    { spec: { ports: [{ port: 80, protocol: 'TCP' }, { port: 81, protocol: 'TCP' }] } },
    { spec: { ports: [{ name: 'a', port: 80, protocol: 'TCP' }, { name: 'a', port: 81, protocol: 'TCP' }] } },
    { spec: { ports: [{ name: 'a', port: 80, protocol: 'TCP' }, { name: 'b', port: 80, protocol: 'TCP' }] } },
    { spec: { ports: [{ name: 'UPPER', port: 80, protocol: 'TCP' }] } },
    { spec: { ports: [{ port: 80, protocol: 'TCP', nodePort: 80 }] } },
    { spec: { ports: [{ port: 'http', protocol: 'TCP' }] } },
    { spec: { type: 'NodePort', ports: [{ port: 80, protocol: 'TCP', nodePort: 29_000 }] } },
    { spec: { sessionAffinity: 'Cookie' } },
    { spec: { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 0 } } } },
    { spec: { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 90_000 } } } },
    { spec: { sessionAffinity: 'None', sessionAffinityConfig: { clientIP: { timeoutSeconds: 10 } } } },
    { spec: { type: 'ExternalName', externalName: null } },
    { spec: { type: 'ExternalName', externalName: 'not a name' } },
    { spec: { type: 'ExternalName', externalName: 'a.example.com', clusterIP: 'None' } },
    { spec: { type: 'NodePort', clusterIP: 'None' } },
    { spec: { clusterIP: 'nowhere' } },
    { spec: { clusterIP: '192.0.2.1' } },
    { spec: { selector: { 'a b': 'x' } } },
    { spec: { selector: { app: 'a b' } } },
    { spec: { externalIPs: ['x'] } },
    { spec: { externalIPs: ['127.0.0.1'] } },
    { spec: { loadBalancerSourceRanges: ['10.0.0.0/8'] } },
    { spec: { type: 'LoadBalancer', loadBalancerSourceRanges: ['everywhere'] } },
    { metadata: { name: '1st' } },
    { metadata: { name: 'with.dots' } },
  ],
  status: [{ status: { loadBalancer: { ingress: [{ ip: '192.0.2.9' }] } } }, { status: { loadBalancer: { ingress: [{ hostname: 'lb.example.com' }] } } }, { status: { loadBalancer: { ingress: [{ ip: 'x' }] } } }, { status: { loadBalancer: { ingress: [{ hostname: '192.0.2.1' }] } } }, { status: { conditions: [{ type: 'X', status: 'True', reason: 'Y', message: '', ...whenSaid }] } }],
};
