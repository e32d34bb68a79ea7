import { describe, expect, it } from 'vitest';
import { type FeatureGateName, featureGates, isOnByDefault, parseFeatureGates } from '../../../extension/informer/featureGates.ts';
import { type Profile, profileOfRelease, profiles, queueOfRelease, withFeatureGates } from '../../../extension/informer/profile.ts';

/** The minors in which a gate is on by default. */
function minorsWith(gate: FeatureGateName): number[] {
  return [28, 29, 30, 31, 32, 33, 34, 35, 36, 37].filter((minor) => isOnByDefault(gate, minor));
}

describe('the releases of client-go', () => {
  it('F-70: RealFIFO since 1.33, for good since 1.36', () => {
    expect(minorsWith('InOrderInformers')).toEqual([33, 34, 35, 36, 37]);
    expect(featureGates.InOrderInformers).toMatchObject({ introduced: 33, lockedSince: 36 });
    expect([32, 33, 37].map(queueOfRelease)).toEqual(['DeltaFIFO', 'RealFIFO', 'atomic']);
  });

  it('F-71: batches since 1.35', () => {
    expect(minorsWith('InOrderInformersBatchProcess')).toEqual([35, 36, 37]);
    expect([34, 35].map((minor) => profileOfRelease(minor).batchPop)).toEqual([false, true]);
  });

  it('F-72: atomic lists and resyncs since 1.36', () => {
    expect(minorsWith('AtomicFIFO')).toEqual([36, 37]);
    expect([35, 36].map(queueOfRelease)).toEqual(['RealFIFO', 'atomic']);
  });

  it('F-73: unlocked while it processes since 1.36', () => {
    expect(minorsWith('UnlockWhileProcessingFIFO')).toEqual([36, 37]);
    expect([35, 36].map((minor) => profileOfRelease(minor).unlockWhileProcessing)).toEqual([false, true]);
  });

  it('F-74: streamed lists since 1.35, known since 1.30', () => {
    expect(minorsWith('WatchListClient')).toEqual([35, 36, 37]);
    expect(featureGates.WatchListClient.introduced).toBe(30);
    expect([34, 35].map((minor) => profileOfRelease(minor).watchList)).toEqual([false, true]);
  });

  it('F-75: the stand-in’s version since 1.35, known since 1.30', () => {
    expect(minorsWith('InformerResourceVersion')).toEqual([35, 36, 37]);
    expect(featureGates.InformerResourceVersion.introduced).toBe(30);
  });

  it('R-04: the backoff starts over by a fixed window since 1.36', () => {
    expect([35, 36].map((minor) => profileOfRelease(minor).backoff.reset)).toEqual(['idle', 'window']);
  });

  it('F-71, F-73, F-74: gates can be set otherwise than the release has them, each by itself', () => {
    const flags = ({ watchList, batchPop, unlockWhileProcessing }: Profile): boolean[] => [watchList, batchPop, unlockWhileProcessing];
    const old = profiles['1.32'];
    expect(flags(old)).toEqual([false, false, false]);
    expect(flags(withFeatureGates(old, { WatchListClient: true }))).toEqual([true, false, false]);
    expect(flags(withFeatureGates(old, { InOrderInformersBatchProcess: true }))).toEqual([false, true, false]);
    expect(flags(withFeatureGates(profiles['1.36'], { UnlockWhileProcessingFIFO: false }))).toEqual([true, true, false]);
    expect(withFeatureGates(old, { WatchListClient: true })).toEqual({ ...old, watchList: true });
    expect(withFeatureGates(old)).toEqual(old);
  });

  it('gates are written as the programs of Kubernetes take them', () => {
    expect(parseFeatureGates('WatchListClient=true, UnlockWhileProcessingFIFO=false')).toEqual({ WatchListClient: true, UnlockWhileProcessingFIFO: false });
    const setable = 'those that can be are WatchListClient, InOrderInformersBatchProcess, UnlockWhileProcessingFIFO';
    expect(() => parseFeatureGates('AtomicFIFO=true')).toThrow(`no such gate can be set: "AtomicFIFO"; ${setable}`);
    expect(() => parseFeatureGates('')).toThrow(`no such gate can be set: ""; ${setable}`);
    for (const wrong of ['WatchListClient', 'WatchListClient=yes', 'WatchListClient=true=false']) {
      expect(() => parseFeatureGates(wrong)).toThrow('WatchListClient is to be true or false: WatchListClient=true');
    }
  });

  it('the profiles are those of their releases', () => {
    expect(profiles['1.32']).toEqual(profileOfRelease(32));
    expect(profiles['1.36']).toEqual(profileOfRelease(36));
  });
});
