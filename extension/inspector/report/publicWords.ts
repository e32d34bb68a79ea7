/** Words that are the same in every cluster, and so tell nothing of one: they may stay in a report. */
const words = new Set(
  `api apis version healthz readyz livez openapi namespaces watch status scale finalize binding eviction token log exec proxy
  core apps batch autoscaling policy events extensions
  pods services endpoints nodes configmaps secrets serviceaccounts persistentvolumes persistentvolumeclaims replicationcontrollers resourcequotas limitranges podtemplates componentstatuses bindings
  deployments replicasets daemonsets statefulsets controllerrevisions jobs cronjobs horizontalpodautoscalers poddisruptionbudgets
  ingresses ingressclasses networkpolicies endpointslices leases roles rolebindings clusterroles clusterrolebindings storageclasses volumeattachments csidrivers csinodes csistoragecapacities
  customresourcedefinitions apiservices priorityclasses runtimeclasses flowschemas prioritylevelconfigurations certificatesigningrequests mutatingwebhookconfigurations validatingwebhookconfigurations
  subjectaccessreviews selfsubjectaccessreviews selfsubjectrulesreviews tokenreviews
  Pod Service Endpoints Node ConfigMap Secret ServiceAccount PersistentVolume PersistentVolumeClaim ReplicationController ResourceQuota LimitRange Namespace Event PodTemplate
  Deployment ReplicaSet DaemonSet StatefulSet ControllerRevision Job CronJob HorizontalPodAutoscaler PodDisruptionBudget Ingress IngressClass NetworkPolicy EndpointSlice Lease
  Role RoleBinding ClusterRole ClusterRoleBinding StorageClass CustomResourceDefinition APIService PriorityClass PartialObjectMetadata Table Status List PartialObjectMetadataList
  get list create update patch apply delete deletecollection connect byIndex
  metadata spec status data stringData binaryData type kind apiVersion labels annotations finalizers ownerReferences resourceVersion generation uid name namespace creationTimestamp deletionTimestamp
  template replicas selector matchLabels containers initContainers image ports env volumes conditions phase reason message observedGeneration readyReplicas availableReplicas updatedReplicas
  unavailableReplicas containerStatuses podIP podIPs hostIP startTime nodeName schedule suspend strategy rules subsets addresses endpoints lastTransitionTime renewTime holderIdentity
  ADDED MODIFIED DELETED BOOKMARK ERROR SYNC tree dist playground labelSelector fieldSelector`.split(/\s+/),
);

/** `v1`, `v1beta2` */
const version = /^v\d+((alpha|beta)\d+)?$/;
/** `networking.k8s.io`: groups that Kubernetes itself has. */
const group = /^[a-z]+(\.[a-z]+)*\.k8s\.io$/;

export function isPublicWord(text: string): boolean {
  return words.has(text) || version.test(text) || group.test(text) || /^[\d.…*]+$/.test(text);
}
