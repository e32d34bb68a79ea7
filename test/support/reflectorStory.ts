import type { RecordingProbe } from './recordingProbe.ts';

/** Every request and delay, in order: `list 0 limit 500`, `watch 10`, `backoff 800`. */
export function story({ probe }: { readonly probe: RecordingProbe }): string[] {
  return probe.entries.flatMap((entry) => {
    if (entry.kind === 'reflector.list') return [`list ${entry.resourceVersion || '""'}${entry.limit ? ` limit ${entry.limit}` : ''}`];
    if (entry.kind === 'reflector.watch') return [`${entry.streaming ? 'stream' : 'watch'} ${entry.resourceVersion || '""'}`];
    if (entry.kind === 'reflector.backoff') return [`backoff ${entry.ms}`];
    if (entry.kind === 'reflector.error') return [`${entry.phase} error ${entry.code} ${entry.reason}: ${entry.will}`];
    if (entry.kind === 'reflector.relist') return [`relist: ${entry.why}`];
    return [];
  });
}
