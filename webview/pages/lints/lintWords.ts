import type { LintKind, LintView } from '../../../extension/protocol/pages/lints.ts';
import { formatDuration } from '../../format.ts';
import type { StringKey, Texts, Values } from '../../strings.ts';

/** How bad it is: an error does harm already, a warning may. */
export type Severity = 'error' | 'warning';

interface Words {
  readonly severity: Severity;
  readonly title: StringKey;
  /** What was found, in the words that fit the evidence. */
  readonly found: (lint: LintView) => StringKey;
  readonly means: StringKey;
  readonly todo: StringKey;
}

const words: Readonly<Record<LintKind, Words>> = {
  'hot-loop': {
    severity: 'error',
    title: 'hotLoop',
    found: ({ evidence }) => (evidence.values.length > 1 ? 'hotLoopFlips' : 'hotLoopFound'),
    means: 'hotLoopMeans',
    todo: 'hotLoopTodo',
  },
  'relist-storm': {
    severity: 'warning',
    title: 'relistStorm',
    found: ({ evidence: { reason } }) => (reason === '' ? 'relistStormFound' : reason === 'InitialEventsCut' ? 'relistStormCut' : 'relistStormAfter'),
    means: 'relistStormMeans',
    todo: 'relistStormTodo',
  },
  'rewatch-storm': { severity: 'warning', title: 'rewatchStorm', found: () => 'rewatchStormFound', means: 'rewatchStormMeans', todo: 'rewatchStormTodo' },
  'silent-watch': { severity: 'warning', title: 'silentWatch', found: () => 'silentWatchFound', means: 'silentWatchMeans', todo: 'silentWatchTodo' },
  'handler-backlog': { severity: 'warning', title: 'handlerBacklog', found: () => 'handlerBacklogFound', means: 'handlerBacklogMeans', todo: 'handlerBacklogTodo' },
  'slow-handler': { severity: 'warning', title: 'slowHandler', found: () => 'slowHandlerFound', means: 'slowHandlerMeans', todo: 'slowHandlerTodo' },
  starvation: { severity: 'warning', title: 'starvation', found: () => 'starvationFound', means: 'starvationMeans', todo: 'starvationTodo' },
  'retry-storm': {
    severity: 'error',
    title: 'retryStorm',
    found: ({ key }) => (key === '' ? 'retryStormFound' : 'retryStormOfKey'),
    means: 'retryStormMeans',
    todo: 'retryStormTodo',
  },
  'unseen-write': { severity: 'warning', title: 'unseenWrite', found: () => 'unseenWriteFound', means: 'unseenWriteMeans', todo: 'unseenWriteTodo' },
  disagreement: { severity: 'warning', title: 'disagreement', found: () => 'disagreementFound', means: 'disagreementMeans', todo: 'disagreementTodo' },
  'mutated-cache': {
    severity: 'error',
    title: 'mutatedCache',
    found: ({ evidence }) => (evidence.controller === '' ? 'mutatedCacheFound' : evidence.at === '' ? 'mutatedCacheTried' : 'mutatedCacheTriedAt'),
    means: 'mutatedCacheMeans',
    todo: 'mutatedCacheTodo',
  },
  'not-idempotent': {
    severity: 'warning',
    title: 'notIdempotent',
    found: ({ evidence }) => (evidence.times <= 1 ? 'notIdempotentFound' : evidence.field === '' ? 'notIdempotentLoop' : 'notIdempotentLoopOf'),
    means: 'notIdempotentMeans',
    todo: 'notIdempotentTodo',
  },
};

export interface LintWords {
  readonly severity: Severity;
  readonly title: string;
  readonly found: string;
  readonly means: string;
  readonly todo: string;
}

/** A lint in sentences. */
export function lintWords(lint: LintView, texts: Texts): LintWords {
  const { severity, title, found, means, todo } = words[lint.lint];
  return { severity, title: texts.t(title), found: texts.t(found(lint), valuesOf(lint, texts)), means: texts.t(means), todo: texts.t(todo) };
}

function valuesOf({ informer, key, evidence }: LintView, texts: Texts): Values {
  const { controller, queue, handler, other, field, paths, values, writers, versions, at, code, reason, times, ms } = evidence;
  const [one, two] = versions.map((version) => version || texts.t('lintNone'));
  return {
    informer,
    key,
    controller,
    queue,
    handler,
    other,
    field,
    at,
    paths: paths.join(', '),
    values: values.join(' ↔ '),
    writers: joined(writers.map((writer) => writer || texts.t('lintSomebody')), texts),
    one: one ?? '',
    two: two ?? '',
    reason: [code || '', reason].filter(Boolean).join(' '),
    times: texts.count(times),
    duration: formatDuration(ms),
  };
}

function joined(names: readonly string[], { t }: Texts): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : t('lintAnd', { one: names.slice(0, -1).join(', '), other: last });
}
