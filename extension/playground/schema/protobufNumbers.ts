/**
 * The numbers of the fields in the protobuf messages of the served kinds (`generated.proto` of each group). A
 * star marks a message whose fields stand in JSON beside those of the one that holds it.
 */
const numbers: Readonly<Record<string, string>> = {
  ObjectMeta: '1=name 2=generateName 3=namespace 4=selfLink 5=uid 6=resourceVersion 7=generation 8=creationTimestamp 9=deletionTimestamp 10=deletionGracePeriodSeconds 11=labels 12=annotations 13=ownerReferences 14=finalizers 17=managedFields',
  OwnerReference: '1=kind 3=name 4=uid 5=apiVersion 6=controller 7=blockOwnerDeletion',
  ManagedFieldsEntry: '1=manager 2=operation 3=apiVersion 4=time 6=fieldsType 7=fieldsV1 8=subresource',
  LabelSelector: '1=matchLabels 2=matchExpressions',
  LabelSelectorRequirement: '1=key 2=operator 3=values',
  Condition: '1=type 2=status 3=observedGeneration 4=lastTransitionTime 5=reason 6=message',
  DeleteOptions: '1=gracePeriodSeconds 2=preconditions 3=orphanDependents 4=propagationPolicy 5=dryRun 6=ignoreStoreReadErrorWithClusterBreakingPotential',
  Preconditions: '1=uid 2=resourceVersion',
  Status: '1=metadata 2=status 3=message 4=reason 5=details 6=code',
  Scale: '1=metadata 2=spec 3=status',
  ScaleSpec: '1=replicas',
  ScaleStatus: '1=replicas 2=selector',
  SelfSubjectAccessReview: '1=metadata 2=spec 3=status',
  SelfSubjectAccessReviewSpec: '1=resourceAttributes 2=nonResourceAttributes',
  SubjectAccessReviewStatus: '1=allowed 2=reason 3=evaluationError 4=denied',
  NonResourceAttributes: '1=path 2=verb',
  ResourceAttributes: '1=namespace 2=verb 3=group 4=version 5=resource 6=subresource 7=name 8=fieldSelector 9=labelSelector',
  Namespace: '1=metadata 2=spec 3=status',
  NamespaceSpec: '1=finalizers',
  NamespaceStatus: '1=phase 2=conditions',
  NamespaceCondition: '1=type 2=status 4=lastTransitionTime 5=reason 6=message',
  ConfigMap: '1=metadata 2=data 3=binaryData 4=immutable',
  Secret: '1=metadata 2=data 3=type 4=stringData 5=immutable',
  Node: '1=metadata 2=spec 3=status',
  NodeSpec: '1=podCIDR 2=externalID 3=providerID 4=unschedulable 5=taints 6=configSource 7=podCIDRs',
  Taint: '1=key 2=value 3=effect 4=timeAdded',
  NodeStatus: '1=capacity 2=allocatable 3=phase 4=conditions 5=addresses 6=daemonEndpoints 7=nodeInfo 8=images 9=volumesInUse 10=volumesAttached 11=config 12=runtimeHandlers 13=features',
  NodeSystemInfo: '1=machineID 2=systemUUID 3=bootID 4=kernelVersion 5=osImage 6=containerRuntimeVersion 7=kubeletVersion 8=kubeProxyVersion 9=operatingSystem 10=architecture 11=swap',
  NodeAddress: '1=type 2=address',
  NodeCondition: '1=type 2=status 3=lastHeartbeatTime 4=lastTransitionTime 5=reason 6=message',
  Event: '1=metadata 2=involvedObject 3=reason 4=message 5=source 6=firstTimestamp 7=lastTimestamp 8=count 9=type 10=eventTime 11=series 12=action 13=related 14=reportingComponent 15=reportingInstance',
  EventSource: '1=component 2=host',
  ObjectReference: '1=kind 2=namespace 3=name 4=uid 5=apiVersion 6=resourceVersion 7=fieldPath',
  Pod: '1=metadata 2=spec 3=status',
  PodTemplateSpec: '1=metadata 2=spec',
  PodSpec: '1=volumes 2=containers 3=restartPolicy 4=terminationGracePeriodSeconds 5=activeDeadlineSeconds 6=dnsPolicy 7=nodeSelector 8=serviceAccountName 9=serviceAccount 10=nodeName 11=hostNetwork 12=hostPID 13=hostIPC 14=securityContext 15=imagePullSecrets 16=hostname 17=subdomain 18=affinity 19=schedulerName 20=initContainers 21=automountServiceAccountToken 22=tolerations 23=hostAliases 24=priorityClassName 25=priority 26=dnsConfig 27=shareProcessNamespace 28=readinessGates 29=runtimeClassName 30=enableServiceLinks 31=preemptionPolicy 32=overhead 33=topologySpreadConstraints 34=ephemeralContainers 35=setHostnameAsFQDN 36=os 37=hostUsers 38=schedulingGates 39=resourceClaims 40=resources',
  Container: '1=name 2=image 3=command 4=args 5=workingDir 6=ports 7=env 8=resources 9=volumeMounts 10=livenessProbe 11=readinessProbe 12=lifecycle 13=terminationMessagePath 14=imagePullPolicy 15=securityContext 16=stdin 17=stdinOnce 18=tty 19=envFrom 20=terminationMessagePolicy 21=volumeDevices 22=startupProbe 23=resizePolicy 24=restartPolicy',
  EphemeralContainer: '1=*Container 2=targetContainerName',
  EnvVar: '1=name 2=value 3=valueFrom',
  EnvVarSource: '1=fieldRef 2=resourceFieldRef 3=configMapKeyRef 4=secretKeyRef 5=fileKeyRef',
  ConfigMapKeySelector: '1=*LocalObjectReference 2=key 3=optional',
  SecretKeySelector: '1=*LocalObjectReference 2=key 3=optional',
  ObjectFieldSelector: '1=apiVersion 2=fieldPath',
  ResourceFieldSelector: '1=containerName 2=resource 3=divisor',
  EnvFromSource: '1=prefix 2=configMapRef 3=secretRef',
  EnvSourceReference: '1=*LocalObjectReference 2=optional',
  ContainerPort: '1=name 2=hostPort 3=containerPort 4=protocol 5=hostIP',
  ContainerResizePolicy: '1=resourceName 2=restartPolicy',
  ResourceRequirements: '1=limits 2=requests 3=claims',
  VolumeMount: '1=name 2=readOnly 3=mountPath 4=subPath 5=mountPropagation 6=subPathExpr 7=recursiveReadOnly',
  VolumeDevice: '1=name 2=devicePath',
  Lifecycle: '1=postStart 2=preStop 3=stopSignal',
  LifecycleHandler: '1=exec 2=httpGet 3=tcpSocket 4=sleep',
  Probe: '1=*ProbeHandler 2=initialDelaySeconds 3=timeoutSeconds 4=periodSeconds 5=successThreshold 6=failureThreshold 7=terminationGracePeriodSeconds',
  ExecAction: '1=command',
  HTTPGetAction: '1=path 2=port 3=host 4=scheme 5=httpHeaders',
  HTTPHeader: '1=name 2=value',
  TCPSocketAction: '1=port 2=host',
  GRPCAction: '1=port 2=service',
  SecurityContext: '1=capabilities 2=privileged 3=seLinuxOptions 4=runAsUser 5=runAsNonRoot 6=readOnlyRootFilesystem 7=allowPrivilegeEscalation 8=runAsGroup 9=procMount 10=windowsOptions 11=seccompProfile 12=appArmorProfile',
  Capabilities: '1=add 2=drop',
  LocalObjectReference: '1=name',
  Toleration: '1=key 2=operator 3=value 4=effect 5=tolerationSeconds',
  TopologySpreadConstraint: '1=maxSkew 2=topologyKey 3=whenUnsatisfiable 4=labelSelector 5=minDomains 6=nodeAffinityPolicy 7=nodeTaintsPolicy 8=matchLabelKeys',
  Volume: '1=name 2=*VolumeSource',
  ConfigMapVolumeSource: '1=*LocalObjectReference 2=items 3=defaultMode 4=optional',
  SecretVolumeSource: '1=secretName 2=items 3=defaultMode 4=optional',
  KeyToPath: '1=key 2=path 3=mode',
  EmptyDirVolumeSource: '1=medium 2=sizeLimit',
  HostPathVolumeSource: '1=path 2=type',
  PersistentVolumeClaimVolumeSource: '1=claimName 2=readOnly',
  DownwardAPIVolumeSource: '1=items 2=defaultMode',
  ProjectedVolumeSource: '1=sources 2=defaultMode',
  PodStatus: '1=phase 2=conditions 3=message 4=reason 5=hostIP 6=podIP 7=startTime 8=containerStatuses 9=qosClass 10=initContainerStatuses 11=nominatedNodeName 12=podIPs 13=ephemeralContainerStatuses 14=resize 15=resourceClaimStatuses 16=hostIPs 17=observedGeneration',
  IPAddress: '1=ip',
  PodCondition: '1=type 2=status 3=lastProbeTime 4=lastTransitionTime 5=reason 6=message 7=observedGeneration',
  ContainerStatus: '1=name 2=state 3=lastState 4=ready 5=restartCount 6=image 7=imageID 8=containerID 9=started 10=allocatedResources 11=resources 12=volumeMounts 13=user 14=allocatedResourcesStatus 15=stopSignal',
  ContainerState: '1=waiting 2=running 3=terminated',
  ContainerStateRunning: '1=startedAt',
  ContainerStateWaiting: '1=reason 2=message',
  ContainerStateTerminated: '1=exitCode 2=signal 3=reason 4=message 5=startedAt 6=finishedAt 7=containerID',
  Deployment: '1=metadata 2=spec 3=status',
  DeploymentSpec: '1=replicas 2=selector 3=template 4=strategy 5=minReadySeconds 6=revisionHistoryLimit 7=paused 9=progressDeadlineSeconds',
  DeploymentStrategy: '1=type 2=rollingUpdate',
  RollingUpdateDeployment: '1=maxUnavailable 2=maxSurge',
  DeploymentStatus: '1=observedGeneration 2=replicas 3=updatedReplicas 4=availableReplicas 5=unavailableReplicas 6=conditions 7=readyReplicas 8=collisionCount 9=terminatingReplicas',
  DeploymentCondition: '1=type 2=status 4=reason 5=message 6=lastUpdateTime 7=lastTransitionTime',
  ReplicaSet: '1=metadata 2=spec 3=status',
  ReplicaSetSpec: '1=replicas 2=selector 3=template 4=minReadySeconds',
  ReplicaSetStatus: '1=replicas 2=fullyLabeledReplicas 3=observedGeneration 4=readyReplicas 5=availableReplicas 6=conditions 7=terminatingReplicas',
  ReplicaSetCondition: '1=type 2=status 3=lastTransitionTime 4=reason 5=message',
  Lease: '1=metadata 2=spec',
  LeaseSpec: '1=holderIdentity 2=leaseDurationSeconds 3=acquireTime 4=renewTime 5=leaseTransitions 6=strategy 7=preferredHolder',
  CustomResourceDefinition: '1=metadata 2=spec 3=status',
  CustomResourceDefinitionSpec: '1=group 3=names 4=scope 7=versions 9=conversion 10=preserveUnknownFields',
  CustomResourceConversion: '1=strategy 2=webhook',
  CustomResourceDefinitionNames: '1=plural 2=singular 3=shortNames 4=kind 5=listKind 6=categories',
  CustomResourceDefinitionVersion: '1=name 2=served 3=storage 4=schema 5=subresources 6=additionalPrinterColumns 7=deprecated 8=deprecationWarning 9=selectableFields',
  CustomResourceColumnDefinition: '1=name 2=type 3=format 4=description 5=priority 6=jsonPath',
  SelectableField: '1=jsonPath',
  CustomResourceValidation: '1=openAPIV3Schema',
  CustomResourceSubresources: '1=status 2=scale',
  CustomResourceSubresourceScale: '1=specReplicasPath 2=statusReplicasPath 3=labelSelectorPath',
  CustomResourceDefinitionStatus: '1=conditions 2=acceptedNames 3=storedVersions',
  CustomResourceDefinitionCondition: '1=type 2=status 3=lastTransitionTime 4=reason 5=message',
  VolumeSource: '1=hostPath 2=emptyDir 3=gcePersistentDisk 4=awsElasticBlockStore 5=gitRepo 6=secret 7=nfs 8=iscsi 9=glusterfs 10=persistentVolumeClaim 11=rbd 12=flexVolume 13=cinder 14=cephfs 15=flocker 16=downwardAPI 17=fc 18=azureFile 19=configMap 20=vsphereVolume 21=quobyte 22=azureDisk 23=photonPersistentDisk 24=portworxVolume 25=scaleIO 26=projected 27=storageos 28=csi 29=ephemeral 30=image',
  ProbeHandler: '1=exec 2=httpGet 3=tcpSocket 4=grpc',
};

export interface ProtobufField {
  /** A field; or, inlined, the message that holds fields. */
  readonly name: string;
  readonly inlined: boolean;
}

const parsed = new Map<string, ReadonlyMap<number, ProtobufField>>();

/** The fields of a message by their numbers; undefined for one that is not known. */
export function protobufFields(message: string): ReadonlyMap<number, ProtobufField> | undefined {
  const text = Object.hasOwn(numbers, message) ? numbers[message]! : undefined;
  if (text === undefined) return undefined;
  const fields = parsed.get(message) ?? new Map(text.split(' ').map(parseField));
  parsed.set(message, fields);
  return fields;
}

function parseField(text: string): [number, ProtobufField] {
  const [number, name] = text.split('=') as [string, string];
  return [Number(number), { name: name.replace('*', ''), inlined: name.startsWith('*') }];
}
