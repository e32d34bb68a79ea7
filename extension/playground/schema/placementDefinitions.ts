import { define, integer, list, ref, string } from './schema.ts';

const podAffinity = { preferredDuringSchedulingIgnoredDuringExecution: list(ref('WeightedPodAffinityTerm')), requiredDuringSchedulingIgnoredDuringExecution: list(ref('PodAffinityTerm')) };

/** Where a pod wants to be. */
export const placementDefinitions = define('io.k8s.api.core.v1', {
  Affinity: { nodeAffinity: ref('NodeAffinity'), podAffinity: ref('PodAffinity'), podAntiAffinity: ref('PodAntiAffinity') },
  NodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: list(ref('PreferredSchedulingTerm')), requiredDuringSchedulingIgnoredDuringExecution: ref('NodeSelector') },
  PreferredSchedulingTerm: { 'preference!': ref('NodeSelectorTerm'), 'weight!': integer },
  NodeSelector: { 'nodeSelectorTerms!': list(ref('NodeSelectorTerm')) },
  NodeSelectorTerm: { matchExpressions: list(ref('NodeSelectorRequirement')), matchFields: list(ref('NodeSelectorRequirement')) },
  NodeSelectorRequirement: { 'key!': string, 'operator!': string, values: list(string) },
  PodAffinity: podAffinity,
  PodAntiAffinity: podAffinity,
  WeightedPodAffinityTerm: { 'podAffinityTerm!': ref('PodAffinityTerm'), 'weight!': integer },
  PodAffinityTerm: {
    labelSelector: ref('LabelSelector'),
    matchLabelKeys: list(string),
    mismatchLabelKeys: list(string),
    namespaceSelector: ref('LabelSelector'),
    namespaces: list(string),
    'topologyKey!': string,
  },
  TopologySpreadConstraint: {
    labelSelector: ref('LabelSelector'),
    matchLabelKeys: list(string),
    'maxSkew!': integer,
    minDomains: integer,
    nodeAffinityPolicy: string,
    nodeTaintsPolicy: string,
    'topologyKey!': string,
    'whenUnsatisfiable!': string,
  },
  Toleration: { effect: string, key: string, operator: string, tolerationSeconds: integer, value: string },
});
