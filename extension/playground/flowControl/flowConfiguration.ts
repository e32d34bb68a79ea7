/** What a FlowSchema and a PriorityLevelConfiguration say (flowcontrol.apiserver.k8s.io), in short. `*` fits everything. */

export interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  /** `pods`, `nodes/status` */
  readonly resources: readonly string[];
  readonly namespaces: readonly string[];
  /** Fits also what has no namespace, and requests over all of them. */
  readonly clusterScope: boolean;
}

export interface NonResourceRule {
  readonly verbs: readonly string[];
  /** A star at the end fits whatever comes then. */
  readonly nonResourceURLs: readonly string[];
}

export interface FlowSchemaSpec {
  readonly name: string;
  readonly level: string;
  /** Lower is asked first. */
  readonly matchingPrecedence: number;
  readonly distinguisher: 'ByUser' | 'ByNamespace' | '';
  readonly users: readonly string[];
  readonly groups: readonly string[];
  /** Of ServiceAccounts: all of this namespace. */
  readonly serviceAccountsOf: readonly string[];
  readonly resourceRules: readonly ResourceRule[];
  readonly nonResourceRules: readonly NonResourceRule[];
}

export interface PriorityLevelSpec {
  readonly name: string;
  readonly exempt: boolean;
  readonly shares: number;
  /** Of its seats, how many others may use while it does not. */
  readonly lendablePercent: number;
  /** 0: does not queue. */
  readonly queues: number;
  readonly handSize: number;
  readonly queueLength: number;
}

export interface FlowConfiguration {
  /** Most important first. */
  readonly levels: readonly PriorityLevelSpec[];
  readonly schemas: readonly FlowSchemaSpec[];
}

const all = ['*'];
const everyResource: ResourceRule = { verbs: all, apiGroups: all, resources: all, namespaces: all, clusterScope: true };
const everyPath: NonResourceRule = { verbs: all, nonResourceURLs: all };
const everybody = ['system:unauthenticated', 'system:authenticated'];
const leading = ['get', 'create', 'update'];

function level(name: string, shares: number, lendablePercent: number, queues: number, handSize = 6): PriorityLevelSpec {
  return { name, exempt: false, shares, lendablePercent, queues, handSize: queues === 0 ? 0 : handSize, queueLength: queues === 0 ? 0 : 50 };
}

type Subjects = Partial<Pick<FlowSchemaSpec, 'users' | 'groups' | 'serviceAccountsOf'>>;
type Rules = Pick<FlowSchemaSpec, 'resourceRules' | 'nonResourceRules'>;

const everything: Rules = { resourceRules: [everyResource], nonResourceRules: [everyPath] };

function schema(name: string, ofLevel: string, matchingPrecedence: number, distinguisher: FlowSchemaSpec['distinguisher'], subjects: Subjects, rules: Rules = everything): FlowSchemaSpec {
  return { name, level: ofLevel, matchingPrecedence, distinguisher, users: [], groups: [], serviceAccountsOf: [], ...subjects, ...rules };
}

function within(resources: Pick<ResourceRule, 'apiGroups' | 'resources'>, verbs: readonly string[], namespaces: readonly string[], clusterScope: boolean): ResourceRule {
  return { ...resources, verbs, namespaces, clusterScope };
}

const leases = { apiGroups: ['coordination.k8s.io'], resources: ['leases'] };
const oldLocks = { apiGroups: [''], resources: ['endpoints', 'configmaps'] };

/** What an API server has from the start: mandatory and suggested (apiserver `pkg/apis/flowcontrol/bootstrap`). */
export const suggestedFlowConfiguration: FlowConfiguration = {
  levels: [
    { ...level('exempt', 0, 0, 0), exempt: true },
    level('system', 30, 33, 64),
    level('node-high', 40, 25, 64),
    level('leader-election', 10, 0, 16, 4),
    level('workload-high', 40, 50, 128),
    level('workload-low', 100, 90, 128),
    level('global-default', 20, 50, 128),
    level('catch-all', 5, 0, 0),
  ],
  schemas: [
    schema('exempt', 'exempt', 1, '', { groups: ['system:masters'] }),
    schema('probes', 'exempt', 2, '', { groups: everybody }, { resourceRules: [], nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }] }),
    schema('system-leader-election', 'leader-election', 100, 'ByUser', { users: ['system:kube-controller-manager', 'system:kube-scheduler'], serviceAccountsOf: ['kube-system'] }, {
      resourceRules: [within(leases, leading, all, false)],
      nonResourceRules: [],
    }),
    schema('endpoint-controller', 'workload-high', 150, 'ByUser', { users: ['system:kube-controller-manager'], serviceAccountsOf: [] }, {
      resourceRules: [within({ apiGroups: [''], resources: ['endpoints'] }, leading, all, false)],
      nonResourceRules: [],
    }),
    schema('workload-leader-election', 'leader-election', 200, 'ByUser', { serviceAccountsOf: ['kube-system'] }, {
      resourceRules: [within(oldLocks, leading, all, false), within(leases, leading, all, false)],
      nonResourceRules: [],
    }),
    schema('system-node-high', 'node-high', 400, 'ByUser', { groups: ['system:nodes'] }, {
      resourceRules: [within({ apiGroups: [''], resources: ['nodes', 'nodes/status'] }, all, all, true), within(leases, all, all, false)],
      nonResourceRules: [],
    }),
    schema('system-nodes', 'system', 500, 'ByUser', { groups: ['system:nodes'] }),
    schema('kube-controller-manager', 'workload-high', 800, 'ByNamespace', { users: ['system:kube-controller-manager'] }),
    schema('kube-scheduler', 'workload-high', 800, 'ByNamespace', { users: ['system:kube-scheduler'] }),
    schema('kube-system-service-accounts', 'workload-high', 900, 'ByNamespace', { serviceAccountsOf: ['kube-system'] }),
    schema('service-accounts', 'workload-low', 9000, 'ByUser', { groups: ['system:serviceaccounts'] }),
    schema('global-default', 'global-default', 9900, 'ByUser', { groups: everybody }),
    schema('catch-all', 'catch-all', 10_000, 'ByUser', { groups: everybody }),
  ],
};
