import type { KubeObject, OwnerReference } from '../../kube/object.ts';
import type { NodeInfo } from './nodeObjects.ts';
import { configMap, secret } from './plainObjects.ts';
import { PodFactory } from './podObjects.ts';
import { deployedApp } from './workloadObjects.ts';
import type { WorldContext } from './worldContext.ts';

const namespace = 'kube-system';
const day = 86_400_000;

/**
 * What runs in `kube-system` of a cluster that kubeadm made.
 * @param nodes the first is the control plane, `controlPlaneUid` is the uid of its Node
 */
export function systemObjects(context: WorldContext, nodes: readonly NodeInfo[], controlPlaneUid: string): KubeObject[] {
  const [controlPlane, ...workers] = nodes;
  return [
    ...systemConfig(context),
    ...deployedApp(
      context,
      {
        namespace,
        name: 'coredns',
        labels: { 'k8s-app': 'kube-dns' },
        replicas: 2,
        container: {
          name: 'coredns',
          image: 'registry.k8s.io/coredns/coredns:v1.12.1',
          args: ['-conf', '/etc/coredns/Corefile'],
          ports: [
            { name: 'dns', containerPort: 53, protocol: 'UDP' },
            { name: 'dns-tcp', containerPort: 53, protocol: 'TCP' },
            { name: 'metrics', containerPort: 9153, protocol: 'TCP' },
          ],
          resources: { limits: { memory: '170Mi' }, requests: { cpu: '100m', memory: '70Mi' } },
          volumeMounts: [{ name: 'config-volume', mountPath: '/etc/coredns', readOnly: true }],
        },
        podSpec: {
          priorityClassName: 'system-cluster-critical',
          volumes: [{ name: 'config-volume', configMap: { name: 'coredns', items: [{ key: 'Corefile', path: 'Corefile' }], defaultMode: 420 } }],
        },
        ageMs: 34 * day,
        service: {
          name: 'kube-dns',
          clusterIP: '10.96.0.10',
          ports: [
            { name: 'dns', protocol: 'UDP', port: 53, targetPort: 53 },
            { name: 'dns-tcp', protocol: 'TCP', port: 53, targetPort: 53 },
            { name: 'metrics', protocol: 'TCP', port: 9153, targetPort: 9153 },
          ],
        },
      },
      workers,
    ),
    ...daemonPods(context, 'kube-proxy', 'registry.k8s.io/kube-proxy:v1.34.0', nodes),
    ...daemonPods(context, 'kindnet', 'docker.io/kindest/kindnetd:v20250512-df8de77b', nodes),
    ...staticPods(context, controlPlane!, controlPlaneUid),
  ];
}

const corefile = `.:53 {
    errors
    health
    ready
    kubernetes cluster.local in-addr.arpa ip6.arpa
    forward . /etc/resolv.conf
    cache 30
    loop
    reload
}
`;

const proxyConfig = `apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
clusterCIDR: 10.244.0.0/16
mode: iptables
`;

function systemConfig(context: WorldContext): KubeObject[] {
  const kubeadm = { manager: 'kubeadm', time: context.ago(35 * day) };
  return [
    configMap(context, namespace, 'coredns', { Corefile: corefile }, kubeadm),
    configMap(context, namespace, 'kube-proxy', { 'config.conf': proxyConfig }, kubeadm),
    configMap(context, namespace, 'kubeadm-config', { ClusterConfiguration: 'apiServer: {}\nclusterName: playground\nkubernetesVersion: v1.34.0\n' }, kubeadm),
    configMap(context, namespace, 'cluster-autoscaler-status', { status: 'time: never\nautoscalerStatus: Running\n' }, { manager: 'cluster-autoscaler', time: context.ago(20 * day) }),
    secret(context, namespace, 'bootstrap-token-abcdef', 'bootstrap.kubernetes.io/token', { 'token-id': 'abcdef', 'token-secret': context.hex(16) }),
  ];
}

/** One pod on each node, of a DaemonSet that is not served itself. */
function daemonPods(context: WorldContext, name: string, image: string, nodes: readonly NodeInfo[]): KubeObject[] {
  const factory = new PodFactory(context, {
    namespace,
    owner: controller('apps/v1', 'DaemonSet', name, context.uid()),
    template: {
      metadata: { labels: { 'k8s-app': name, 'controller-revision-hash': context.suffix(10), 'pod-template-generation': '1' } },
      spec: {
        hostNetwork: true,
        priorityClassName: 'system-node-critical',
        containers: [{ name, image, securityContext: { privileged: true }, resources: { requests: { cpu: '100m', memory: '50Mi' } } }],
        tolerations: [{ operator: 'Exists' }],
      },
    },
    generateName: `${name}-`,
    created: context.ago(34 * day),
  });
  return nodes.map((node) => factory.running(node));
}

/** The control plane itself, which its node's kubelet runs from files. */
function staticPods(context: WorldContext, node: NodeInfo, nodeUid: string): KubeObject[] {
  const images = {
    etcd: 'registry.k8s.io/etcd:3.6.4-0',
    'kube-apiserver': 'registry.k8s.io/kube-apiserver:v1.34.0',
    'kube-controller-manager': 'registry.k8s.io/kube-controller-manager:v1.34.0',
    'kube-scheduler': 'registry.k8s.io/kube-scheduler:v1.34.0',
  };
  const owner = controller('v1', 'Node', node.name, nodeUid);
  return Object.entries(images).map(([name, image]) => {
    const spec = { hostNetwork: true, priorityClassName: 'system-node-critical', containers: [{ name, image, command: [name] }] };
    const template = { metadata: { labels: { component: name, tier: 'control-plane' }, annotations: { 'kubernetes.io/config.source': 'file' } }, spec };
    const created = context.ago(34 * day);
    return new PodFactory(context, { namespace, owner, template, generateName: '', created }).running(node, `${name}-${node.name}`);
  });
}

function controller(apiVersion: string, kind: string, name: string, uid: string): OwnerReference {
  return { apiVersion, kind, name, uid, controller: true };
}
