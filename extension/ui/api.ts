import type { Disposable } from '../base/disposable.ts';
import type { Event } from '../base/emitter.ts';
import type { Breakpoint, BreakpointSpec } from '../debugger/breakpoint.ts';
import type { Breakpoints } from '../debugger/breakpoints.ts';
import { breakpointSpecOf } from '../inspector/breakpointSpec.ts';
import type { Inspector } from '../inspector/inspector.ts';
import type { KubeObject } from '../kube/object.ts';
import type { TraceEntry } from '../trace/entry.ts';
import { sourceTitle } from './stateWords.ts';

/**
 * What other extensions, and the tests, may know, and the breakpoints that they may set; all else is read only. What is secret in it has been masked before it came here. The version rises when something is
 * removed or changes its meaning.
 */
export interface InformerInspectorApi {
  readonly version: 1;
  /** Every source that is inspected now. */
  sources(): readonly SourceInfo[];
  /** A cached object, as it is now. Not to be changed. */
  object(source: string, informer: string, key: string): KubeObject | undefined;
  keys(source: string, informer: string): readonly string[];
  /** The kept trace entries from `fromSeq` on. */
  entries(source: string, fromSeq?: number): readonly TraceEntry[];
  /** Fires when sources come or go. */
  readonly onDidChangeSources: Event<void>;
  /** Calls back for each new entry of a source, until it ends or the subscription is disposed of. */
  onEntry(source: string, listener: (entry: TraceEntry) => void): Disposable | undefined;
  /** Every breakpoint of the window, the person's own too. */
  breakpoints(): readonly Breakpoint[];
  /**
   * Sets one, which the person sees in the view, and may change or remove, like any other. It stops, as each does, every source that it fits.
   * @throws TypeError for one that says nothing, or something that no breakpoint can
   */
  addBreakpoint(spec: Partial<BreakpointSpec>): Breakpoint;
  /** One that is not there is no error. */
  removeBreakpoint(id: string): void;
  /** Fires when one was added, changed or removed; some time after hits. */
  readonly onDidChangeBreakpoints: Event<void>;
}

export interface SourceInfo {
  readonly id: string;
  readonly kind: 'context' | 'playground' | 'recording';
  readonly title: string;
  readonly server: string;
  readonly paused: boolean;
  readonly informers: readonly { readonly name: string; readonly phase: string; readonly synced: boolean; readonly objects: number }[];
  readonly controllers: readonly { readonly name: string; readonly state: string; readonly dryRun: boolean; readonly workers: number }[];
}

export function createApi({ sessions }: Inspector, breakpoints: Breakpoints): InformerInspectorApi {
  return {
    version: 1,
    sources: () =>
      sessions.all.map((session) => ({
        id: session.id,
        kind: session.source.kind,
        title: sourceTitle(session),
        server: session.cluster.server,
        paused: session.stepper.paused,
        informers: session.informers.all.map(({ name, informer }) => {
          const { phase, synced } = session.informers.stateOf(name);
          return { name, phase, synced, objects: informer.indexer.size };
        }),
        controllers: session.controllers.all.map(({ name, state, dryRun, workers }) => ({ name, state, dryRun, workers })),
      })),
    object: (source, informer, key) => sessions.get(source)?.informers.get(informer)?.indexer.get(key),
    keys: (source, informer) => sessions.get(source)?.informers.get(informer)?.indexer.listKeys() ?? [],
    entries: (source, fromSeq) => [...(sessions.get(source)?.tracer.entries(fromSeq) ?? [])],
    onDidChangeSources: sessions.onChange,
    onEntry: (source, listener) => sessions.get(source)?.tracer.onEntry(listener),
    breakpoints: () => breakpoints.all,
    addBreakpoint(given) {
      const spec = breakpointSpecOf(given);
      if (!spec) throw new TypeError('That is no breakpoint: it needs a key, an informer, a delta, a point, a path, an error, attempts, a condition or a text to write, each as BreakpointSpec has it.');
      return breakpoints.add(spec);
    },
    removeBreakpoint: (id) => void breakpoints.remove(id),
    onDidChangeBreakpoints: breakpoints.onChange,
  };
}
