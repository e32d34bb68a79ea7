/**
 * The pods of the bench: about 5.3 KB of JSON each, of which about 2.0 KB are `managedFields`, with the fields in the order in which an
 * API server writes them. Items of a list carry neither `kind` nor `apiVersion`, objects of a watch both.
 */
export type PodSet = 'shared' | 'distinct' | 'large';

/** The place for the time at which an event was written, of which the reader makes a latency. */
export const sentPlace = '"prometheus.io/port":"9090"';

/** Of the set `large`, which are ConfigMaps: as much as etcd takes. */
const largeBytes = 1024 * 1024;

/** Pods of one owner share labels, images and the names of variables. */
const podsPerOwner = 10;

const variableNames = [
  'DATABASE_URL', 'CACHE_ENDPOINT', 'LOG_LEVEL', 'FEATURE_FLAGS', 'QUEUE_ADDRESS', 'REGION', 'METRICS_PORT', 'TRACING_ENDPOINT',
] as const;

interface Names {
  readonly app: string;
  readonly owner: string;
  readonly image: string;
  readonly variables: readonly string[];
  readonly label: string;
}

/** One pod as an item of a list. */
export function podItem(index: number, resourceVersion: number, set: PodSet = 'shared'): string {
  return JSON.stringify(podFields(index, resourceVersion, set));
}

/** One frame of a watch, its line end included. */
export function podEvent(type: string, index: number, resourceVersion: number, set: PodSet = 'shared'): string {
  return `${JSON.stringify({ type, object: { kind: kindOf(set), apiVersion: 'v1', ...podFields(index, resourceVersion, set) } })}\n`;
}

export function kindOf(set: PodSet): string {
  return set === 'large' ? 'ConfigMap' : 'Pod';
}

function podFields(index: number, resourceVersion: number, set: PodSet): object {
  const names = namesOf(index, set);
  const metadata = metadataOf(index, resourceVersion, names);
  if (set === 'large') return { metadata, data: { text: hex(resourceVersion, 4096).repeat(largeBytes / 4096) } };
  return { metadata, spec: specOf(index, names), status: statusOf(index, names) };
}

function namesOf(index: number, set: PodSet): Names {
  const number = set !== 'distinct' ? Math.floor(index / podsPerOwner) : index;
  const own = set !== 'distinct' ? '' : `_${index}`;
  return {
    app: `service-${number}`,
    owner: `service-${number}-${hex(number, 10)}`,
    image: `registry.example.com/platform/service-${number}@sha256:${hex(number, 64)}`,
    variables: variableNames.map((name) => name + own),
    label: set !== 'distinct' ? 'app.kubernetes.io/name' : `app.kubernetes.io/name-${index}`,
  };
}

function metadataOf(index: number, resourceVersion: number, names: Names): object {
  return {
    name: `${names.owner}-${hex(index, 5)}`,
    generateName: `${names.owner}-`,
    namespace: `team-${index % 40}`,
    uid: uidOf(index),
    resourceVersion: String(resourceVersion),
    creationTimestamp: '2026-03-04T10:11:12Z',
    labels: { [names.label]: names.app, 'app.kubernetes.io/part-of': 'platform', 'pod-template-hash': hex(index, 10), tier: 'backend' },
    annotations: { 'prometheus.io/scrape': 'true', 'prometheus.io/port': '9090', 'kubectl.kubernetes.io/restartedAt': '2026-03-04T10:11:10Z' },
    ownerReferences: [
      { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: names.owner, uid: uidOf(Math.floor(index / podsPerOwner) + 1e7), controller: true, blockOwnerDeletion: true },
    ],
    managedFields: managedFieldsOf(index, names),
  };
}

function specOf(index: number, names: Names): object {
  const variables = names.variables.map((name, at) => (at === 5 ? { name, valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'spec.nodeName' } } } : { name, value: `${name.toLowerCase()}-value-of-${names.app}` }));
  return {
    volumes: [
      { name: 'config', configMap: { name: `${names.app}-config`, defaultMode: 420 } },
      { name: 'kube-api-access', projected: { sources: [{ serviceAccountToken: { expirationSeconds: 3607, path: 'token' } }], defaultMode: 420 } },
    ],
    containers: [
      {
        name: 'main',
        image: names.image,
        ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }, { name: 'metrics', containerPort: 9090, protocol: 'TCP' }],
        env: variables,
        resources: { limits: { cpu: '500m', memory: '256Mi' }, requests: { cpu: '100m', memory: '128Mi' } },
        volumeMounts: [{ name: 'config', readOnly: true, mountPath: '/etc/config' }],
        imagePullPolicy: 'IfNotPresent',
      },
    ],
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    serviceAccountName: names.app,
    nodeName: `node-${index % 200}.example.internal`,
    schedulerName: 'default-scheduler',
    tolerations: [{ key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 }],
  };
}

function statusOf(index: number, names: Names): object {
  const since = '2026-03-04T10:11:20Z';
  const ip = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  return {
    phase: 'Running',
    conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({ type, status: 'True', lastProbeTime: null, lastTransitionTime: since })),
    hostIP: `192.168.${index % 200}.1`,
    podIP: ip,
    podIPs: [{ ip }],
    startTime: since,
    containerStatuses: [
      { name: 'main', state: { running: { startedAt: since } }, lastState: {}, ready: true, restartCount: 0, image: names.image, containerID: `containerd://${hex(index, 64)}`, started: true },
    ],
    qosClass: 'Burstable',
  };
}

function managedFieldsOf(index: number, names: Names): object[] {
  const template = {
    'f:metadata': {
      'f:annotations': { '.': {}, 'f:prometheus.io/port': {}, 'f:prometheus.io/scrape': {} },
      'f:generateName': {},
      'f:labels': { '.': {}, [`f:${names.label}`]: {}, 'f:app.kubernetes.io/part-of': {}, 'f:pod-template-hash': {}, 'f:tier': {} },
      'f:ownerReferences': { '.': {}, [`k:{"uid":"${uidOf(Math.floor(index / podsPerOwner) + 1e7)}"}`]: {} },
    },
    'f:spec': {
      'f:containers': {
        'k:{"name":"main"}': {
          '.': {},
          'f:env': Object.fromEntries(names.variables.map((name) => [`k:{"name":"${name}"}`, { '.': {}, 'f:name': {}, 'f:value': {} }])),
          'f:image': {},
          'f:imagePullPolicy': {},
          'f:name': {},
          'f:ports': { '.': {}, 'k:{"containerPort":8080,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {}, 'f:name': {}, 'f:protocol': {} } },
          'f:resources': { '.': {}, 'f:limits': {}, 'f:requests': {} },
        },
      },
      'f:restartPolicy': {},
      'f:schedulerName': {},
      'f:serviceAccountName': {},
    },
  };
  const conditions = Object.fromEntries(
    ['ContainersReady', 'Initialized', 'Ready'].map((type) => [`k:{"type":"${type}"}`, { '.': {}, 'f:lastProbeTime': {}, 'f:lastTransitionTime': {}, 'f:status': {}, 'f:type': {} }]),
  );
  const ip = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  const status = { 'f:conditions': conditions, 'f:containerStatuses': {}, 'f:hostIP': {}, 'f:phase': {}, 'f:podIP': {}, 'f:podIPs': { '.': {}, [`k:{"ip":"${ip}"}`]: { '.': {}, 'f:ip': {} } } };
  return [
    { manager: 'kube-controller-manager', operation: 'Update', apiVersion: 'v1', time: '2026-03-04T10:11:12Z', fieldsType: 'FieldsV1', fieldsV1: template },
    { manager: 'kubelet', operation: 'Update', apiVersion: 'v1', time: '2026-03-04T10:11:21Z', fieldsType: 'FieldsV1', fieldsV1: { 'f:status': status }, subresource: 'status' },
  ];
}

/** Looks random and is not: the same for the same number. */
function hex(number: number, length: number): string {
  let state = (number + 1) >>> 0;
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += (state >>> 8).toString(16).padStart(6, '0');
  }
  return text.slice(0, length);
}

function uidOf(number: number): string {
  const digits = hex(number, 32);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
}
