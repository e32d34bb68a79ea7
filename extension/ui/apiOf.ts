import type { Breakpoints } from '../debugger/breakpoints.ts';
import { breakpointSpecOf } from '../inspector/breakpointSpec.ts';
import type { Session } from '../inspector/session.ts';
import type { Sessions } from '../inspector/sessions.ts';
import type { TraceEntry as Entry } from '../trace/entry.ts';
import type { CachedObject, InformerInspectorApi, TraceEntry } from './inspectorApi.ts';

/**
 * What `activate` returns: the sessions and breakpoints as other extensions have them. Caches, queues and trace share their objects by reference, so nothing of them goes out but copies.
 * @param titleOf what a session is called in the side bar
 */
export function apiOf(sessions: Sessions, breakpoints: Breakpoints, titleOf: (session: Session) => string): InformerInspectorApi {
  return {
    version: 1,
    sources: () =>
      sessions.all.map((session) => ({
        id: session.id,
        kind: session.source.kind,
        title: titleOf(session),
        server: session.cluster.server,
        paused: session.stepper.paused,
        informers: session.informers.all.map(({ name, informer }) => {
          const { phase, synced } = session.informers.stateOf(name);
          return { name, phase, synced, objects: informer.indexer.size };
        }),
        controllers: session.controllers.all.map(({ name, state, dryRun, workers }) => ({ name, state, dryRun, workers })),
      })),
    object: (source, informer, key) => structuredClone(sessions.get(source)?.informers.get(informer)?.indexer.get(key)) as CachedObject | undefined,
    keys: (source, informer) => sessions.get(source)?.informers.get(informer)?.indexer.listKeys() ?? [],
    entries: (source, fromSeq) => Array.from(sessions.get(source)?.tracer.entries(fromSeq) ?? [], copyOf),
    onDidChangeSources: sessions.onChange,
    onEntry: (source, listener) => sessions.get(source)?.tracer.onEntry((entry) => listener(copyOf(entry))),
    breakpoints: () => structuredClone(breakpoints.all),
    addBreakpoint(given) {
      const spec = breakpointSpecOf(given);
      if (!spec) throw new TypeError('That is no breakpoint: it needs a key, an informer, a delta, a point, a path, an error, attempts, a condition or a text to write, each as BreakpointSpec has it.');
      return structuredClone(breakpoints.add(spec));
    },
    removeBreakpoint: (id) => void breakpoints.remove(id),
    onDidChangeBreakpoints: breakpoints.onChange,
  };
}

function copyOf(entry: Entry): TraceEntry {
  return structuredClone(entry) as TraceEntry;
}
