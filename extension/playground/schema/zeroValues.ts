/**
 * What Go writes nothing of. A field of its structs that is no pointer always has a value, and the one that says nothing is left out
 * of JSON (`omitempty`); so a client that sends it has said nothing. In protobuf Go sends it even where nothing was set.
 */

/** Fields whose zero or empty text means something else than their absence, or is written always: by name, or by definition and name where names alone do not tell. */
const pointers = new Set([
  'activeDeadlineSeconds',
  'appProtocol',
  'backoffLimit',
  'backoffLimitPerIndex',
  'ClientIPConfig.timeoutSeconds',
  'collisionCount',
  'completionMode',
  'completions',
  'defaultMode',
  'deletionGracePeriodSeconds',
  'EndpointPort.name',
  'EndpointPort.protocol',
  'expirationSeconds',
  'gracePeriodSeconds',
  'holderIdentity',
  'HostPathVolumeSource.type',
  'imageID',
  'internalTrafficPolicy',
  'ipFamilyPolicy',
  'JobStatus.ready',
  'kubeProxyVersion',
  'leaseDurationSeconds',
  'leaseTransitions',
  'loadBalancerClass',
  'managedBy',
  'maxFailedIndexes',
  'maxSurge',
  'maxUnavailable',
  'minDomains',
  'mode',
  'parallelism',
  'podReplacementPolicy',
  'port',
  'preemptionPolicy',
  'preferredHolder',
  'priority',
  'procMount',
  'progressDeadlineSeconds',
  'replicas',
  'reportingComponent',
  'reportingInstance',
  'revisionHistoryLimit',
  'runAsGroup',
  'runAsUser',
  'runtimeClassName',
  'terminating',
  'terminatingReplicas',
  'terminationGracePeriodSeconds',
  'tolerationSeconds',
  'trafficDistribution',
  'ttlSecondsAfterFinished',
]);

/** Of most fields that are true or false, false is said on purpose; not of these. */
const meaninglessFalses = new Set([
  'deprecated',
  'hostIPC',
  'hostNetwork',
  'hostPID',
  'paused',
  'preserveUnknownFields',
  'publishNotReadyAddresses',
  'readOnly',
  'stdin',
  'stdinOnce',
  'tty',
  'unschedulable',
]);

/** Whether a client that sends that value of an optional field has said nothing. @param definition short name: `ContainerPort` */
export function saysNothing(definition: string, field: string, value: unknown): boolean {
  if (value === false) return meaninglessFalses.has(field);
  return (value === '' || value === 0) && !pointers.has(field) && !pointers.has(`${definition}.${field}`);
}
