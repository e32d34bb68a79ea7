/**
 * client-go's feature gates of informers, by release (`features/known_features.go`, F-70…F-75). client-go reads
 * overrides from the environment; here a person chooses release and queue instead.
 */
export interface FeatureGate {
  /** Minor release of client-go that first knows it. */
  readonly introduced: number;
  /** First minor in which it is on by default. */
  readonly onSince: number;
  /** First minor in which it can no longer be turned off. */
  readonly lockedSince?: number;
}

export const featureGates = {
  /** RealFIFO instead of DeltaFIFO. */
  InOrderInformers: { introduced: 33, onSince: 33, lockedSince: 36 },
  /** Many entries in one pop. */
  InOrderInformersBatchProcess: { introduced: 35, onSince: 35 },
  /** A list is one entry, a resync another, and the store knows its version. */
  AtomicFIFO: { introduced: 36, onSince: 36 },
  /** The queue may be added to while an entry is processed; only where the queue is atomic. */
  UnlockWhileProcessingFIFO: { introduced: 36, onSince: 36 },
  /** The initial state is streamed instead of listed. */
  WatchListClient: { introduced: 30, onSince: 35 },
  /** The stand-in controller of an informer tells the Reflector's version. */
  InformerResourceVersion: { introduced: 30, onSince: 35 },
} as const satisfies Readonly<Record<string, FeatureGate>>;

export type FeatureGateName = keyof typeof featureGates;

/** Whether a client-go of this minor release has the gate on when nobody says otherwise. */
export function isOnByDefault(gate: FeatureGateName, minor: number): boolean {
  return minor >= featureGates[gate].onSince;
}

/** Gates that an informer can be given otherwise than its release has them; which queue it has is a choice of its own. */
export const overridableGates = ['WatchListClient', 'InOrderInformersBatchProcess', 'UnlockWhileProcessingFIFO'] as const satisfies readonly FeatureGateName[];

export type FeatureGateOverrides = Readonly<Partial<Record<(typeof overridableGates)[number], boolean>>>;

/**
 * `WatchListClient=true,UnlockWhileProcessingFIFO=false`, as the programs of Kubernetes take them.
 * @throws RangeError with what is wrong
 */
export function parseFeatureGates(text: string): FeatureGateOverrides {
  const overrides: Record<string, boolean> = {};
  for (const part of text.split(',')) {
    const [name = '', value, ...more] = part.split('=').map((word) => word.trim());
    if (!overridableGates.some((gate) => gate === name)) {
      throw new RangeError(`no such gate can be set: ${JSON.stringify(name)}; those that can be are ${overridableGates.join(', ')}`);
    }
    if ((value !== 'true' && value !== 'false') || more.length > 0) throw new RangeError(`${name} is to be true or false: ${name}=true`);
    overrides[name] = value === 'true';
  }
  return overrides;
}
