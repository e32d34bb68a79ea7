import type { Saying } from '../../base/saying.ts';
import type { Key, KubeObject, ReconcileResult, ResourceName } from '../api.ts';
import type { ReconcilerDefinition } from './definition.ts';

/**
 * What the extension and a reconciler's process say to each other: lines of JSON, each an array of messages. Numbers of runs are given by
 * the extension, numbers of calls by the process; each is answered once.
 */
export type ToProcess =
  | { readonly type: 'setup'; readonly run: number }
  | { readonly type: 'reconcile'; readonly run: number; readonly key: string; readonly causes: readonly number[] }
  /** Asks the `map` of that one of `watches`. */
  | { readonly type: 'map'; readonly run: number; readonly watch: number; readonly object: KubeObject }
  /** Some objects of a list; more follow, and the answer is last. */
  | { readonly type: 'part'; readonly call: number; readonly objects: readonly KubeObject[] }
  | { readonly type: 'answer'; readonly call: number; readonly value?: unknown }
  | { readonly type: 'refuse'; readonly call: number; readonly error: SentError }
  /** That run is no longer wanted: its signal aborts, and the process goes on. */
  | { readonly type: 'abort'; readonly run: number }
  | { readonly type: 'ping'; readonly number: number }
  /** The controller has stopped: signals abort, and the process ends when nothing runs any more. */
  | { readonly type: 'stop' };

export type FromProcess =
  | { readonly type: 'ready'; readonly definition: ReconcilerDefinition }
  /** The author's file cannot be run; the process ends. */
  | { readonly type: 'failed'; readonly problem: FileProblem }
  /** It waits for a debugger on this port of 127.0.0.1. */
  | { readonly type: 'debugger'; readonly port: number }
  /** It has come; the file is loaded next. */
  | { readonly type: 'attached' }
  | { readonly type: 'done'; readonly run: number; readonly result?: ReconcileResult }
  | { readonly type: 'mapped'; readonly run: number; readonly keys: readonly Key[] }
  | { readonly type: 'threw'; readonly run: number; readonly error: SentError }
  | { readonly type: 'call'; readonly call: number; readonly run: number; readonly does: Call }
  | { readonly type: 'output'; readonly run?: number; readonly level: OutputLevel; readonly text: string; readonly at?: string }
  /** It tried to change an object of the cache. */
  | { readonly type: 'mutation'; readonly run: number; readonly path: string; readonly at: string }
  | { readonly type: 'pong'; readonly number: number }
  /** All that the process uses, its heap and what is outside of it. */
  | { readonly type: 'memory'; readonly bytes: number }
  /** The last that is heard of it. */
  | { readonly type: 'leaving'; readonly why: Leaving };

/** A read or a write that a run asks for. */
export type Call =
  | { readonly verb: 'get'; readonly resource: ResourceName; readonly namespace?: string; readonly name: string }
  | { readonly verb: 'list'; readonly resource: ResourceName; readonly namespace?: string }
  | { readonly verb: 'byIndex'; readonly resource: ResourceName; readonly index: string; readonly value: string }
  | { readonly verb: 'create'; readonly resource: ResourceName; readonly object: KubeObject }
  | { readonly verb: 'update'; readonly resource: ResourceName; readonly object: KubeObject; readonly status?: boolean }
  | { readonly verb: 'apply'; readonly resource: ResourceName; readonly object: KubeObject; readonly status?: boolean; readonly force?: boolean }
  | { readonly verb: 'patch'; readonly resource: ResourceName; readonly namespace?: string; readonly name: string; readonly patch: unknown; readonly status?: boolean }
  | { readonly verb: 'delete'; readonly resource: ResourceName; readonly namespace?: string; readonly name: string };

/** An error as it crosses the boundary: what it was told apart by on one side, it is told apart by on the other. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** The first line of the author's in the stack: `file:line:column`. The column is that of the file without its types. */
  readonly at?: string;
  /** Of an ApiError. */
  readonly status?: number;
  readonly reason?: string;
}

/** As the console that it came from; `log` is the reconciler's own. */
export type OutputLevel = 'log' | 'info' | 'warn' | 'error' | 'debug';

/** What is wrong with an author's file, as a sentence, and where. */
export interface FileProblem {
  readonly code: FileProblemCode;
  /** In English. */
  readonly message: string;
  /** The same, so that it can be said in another language; undefined where it was too long to be told whole. */
  readonly said?: Saying;
  /** `file:line` or `file:line:column`. */
  readonly at: string;
  readonly stack?: string;
}

export type FileProblemCode =
  | 'noFile'
  | 'syntax'
  | 'noImport' // it imports something that is not there
  | 'noDefault' // no default export
  | 'definition' // its default export is no reconciler
  | 'threw'; // it threw while it was loaded

export type Leaving =
  | { readonly by: 'exit'; readonly code: number; readonly at: string }
  | { readonly by: 'exception' | 'rejection'; readonly error: SentError }
  | { readonly by: 'memory'; readonly bytes: number };
