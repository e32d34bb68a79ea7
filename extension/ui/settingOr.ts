import { pausePoints } from '../debugger/pausePoints.ts';
import { overridableGates } from '../informer/featureGates.ts';
import { defaultInflight, type InflightLimits, letsNobodyIn, mostInflight } from '../introspection/flowControl.ts';
import { mostCommitLatencyMs } from '../introspection/introspection.ts';
import { churnRates, defaultSeed, worldLimits } from '../introspection/world.ts';
import { isRecord } from '../kube/object.ts';
import { gatePoints } from '../trace/gate.ts';
import type { Settings } from './contributions.ts';

type Rule<Value> = { readonly default: Value } & (
  | { readonly values: readonly Value[] }
  | { readonly least: number; readonly most: number; readonly fraction?: true }
  | { readonly anyText: true }
  /** A list of some of these, each at most once. */
  | { readonly some: readonly string[] }
  | { readonly texts: true }
  /** An object with none but these names, each true or false. */
  | { readonly switches: readonly string[] }
);

/** The same as in the manifest: VS Code warns of a wrong value where it is written, and hands it over all the same. */
export const settingRules: { readonly [Name in keyof Settings]: Rule<Settings[Name]> } = {
  kubeconfig: { default: '', anyText: true },
  'client.qps': { default: 0, least: 0, most: 1000, fraction: true },
  'client.burst': { default: 10, least: 1, most: 10_000 },
  'recording.megabytes': { default: 64, least: 1, most: 4096 },
  'playground.size': { default: 'small', values: ['small', 'town', 'city'] },
  'playground.seed': { default: defaultSeed, least: 0, most: 0xffff_ffff },
  'playground.churn': { default: 'calm', values: churnRates },
  'playground.keep': { default: '', anyText: true },
  'playground.commitLatency': { default: 0, least: 0, most: mostCommitLatencyMs },
  'playground.compaction': { default: 300, least: 0, most: 86_400 },
  'playground.profile': { default: 'current', values: ['current', 'article'] },
  'playground.ring': { default: 100, least: 1, most: 102_400 },
  'playground.maxRequestsInflight': { default: defaultInflight.reading, least: 0, most: mostInflight },
  'playground.maxMutatingRequestsInflight': { default: defaultInflight.mutating, least: 0, most: mostInflight },
  'playground.auditPolicy': { default: '', anyText: true },
  'playground.auditLog': { default: '', anyText: true },
  'playground.speed': { default: 1, least: 0, most: worldLimits.speed, fraction: true },
  'informer.clientGo': { default: '1.32', values: ['1.32', '1.36', 'article'] },
  'informer.queue': { default: 'DeltaFIFO', values: ['DeltaFIFO', 'RealFIFO', 'atomic'] },
  'informer.resyncSeconds': { default: 0, least: 0, most: 86_400 },
  'informer.featureGates': { default: {}, switches: overridableGates },
  'informer.lockWhileHeld': { default: false, values: [false, true] },
  'informer.mutationDetector': { default: false, values: [false, true] },
  'informer.checkStreamedLists': { default: false, values: [false, true] },
  'stepping.points': { default: pausePoints, some: gatePoints },
  'stepping.mostDeltas': { default: 100_000, least: 100, most: 10_000_000 },
  productionContexts: { default: ['*prod*', '*prd*', '*live*'], texts: true },
  'reconciler.workers': { default: 2, least: 1, most: 16 },
  'reconciler.priorityQueue': { default: false, values: [false, true] },
};

/** The value of a setting if it is a valid one; otherwise its default, and `onFault` is told. */
export function settingOr<Name extends keyof Settings>(name: Name, value: unknown, onFault: (fault: string) => void): Settings[Name] {
  const rule: Rule<unknown> = settingRules[name];
  if (isValid(rule, value)) return value as Settings[Name];
  onFault(`informerInspector.${name} is ${JSON.stringify(value)}, which is not valid: ${JSON.stringify(rule.default)} is used.`);
  return rule.default as Settings[Name];
}

/** Both settings together: each alone may be 0. Otherwise their defaults, and `onFault` is told. */
export function inflightOr(limits: InflightLimits, onFault: (fault: string) => void): InflightLimits {
  if (!letsNobodyIn(limits)) return limits;
  onFault(`informerInspector.playground.maxRequestsInflight and maxMutatingRequestsInflight are both 0, so that nobody would be let in: ${defaultInflight.reading} and ${defaultInflight.mutating} are used.`);
  return defaultInflight;
}

function isValid(rule: Rule<unknown>, value: unknown): boolean {
  if ('values' in rule) return rule.values.includes(value);
  if ('least' in rule) return (rule.fraction ? Number.isFinite(value) : Number.isInteger(value)) && (value as number) >= rule.least && (value as number) <= rule.most;
  if ('switches' in rule) return isRecord(value) && Object.entries(value).every(([name, on]) => rule.switches.includes(name) && typeof on === 'boolean');
  if ('some' in rule) return Array.isArray(value) && new Set(value).size === value.length && value.every((each) => rule.some.includes(each as string));
  if ('texts' in rule) return Array.isArray(value) && value.every((each) => typeof each === 'string');
  return typeof value === 'string';
}
