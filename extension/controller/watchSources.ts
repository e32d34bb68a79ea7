import { messageOf } from '../base/codedError.ts';
import type { For, Predicate, Reconciler, ResourceKind, ResourceName, Watches } from './api.ts';
import { type CompileCel, type Judge, judgeOf } from './predicates.ts';
import { DefinitionProblem } from './process/definition.ts';
import { watchOf } from './watchedKind.ts';

/** One kind that a controller watches, and what a change of it asks for. */
export interface WatchSource {
  readonly resource: ResourceName | ResourceKind;
  readonly judges: readonly Judge[];
  /** The object itself, its controlling owner, or what `map` says. */
  readonly asksFor: 'itself' | 'owner' | Pick<Watches, 'map'>;
}

/**
 * What a reconciler watches, its own kind first, with its predicates ready to judge.
 * @throws DefinitionProblem for a predicate that does not parse
 */
export function watchSources({ for: own, owns = [], watches = [] }: Reconciler, compileCel: CompileCel): readonly WatchSource[] {
  const source = (watch: ResourceName | For, field: string, asksFor: WatchSource['asksFor']): WatchSource => {
    const { resource, predicates = [] } = watchOf(watch);
    return { resource, asksFor, judges: predicates.map((predicate, index) => judgeAt(predicate, `${field}.predicates[${index}]`, compileCel)) };
  };
  return [
    source(own, 'for', 'itself'),
    ...owns.map((watch, index) => source(watch, `owns[${index}]`, 'owner')),
    ...watches.map((watch, index) => source(watch, `watches[${index}]`, watch)),
  ];
}

function judgeAt(predicate: Predicate, field: string, compileCel: CompileCel): Judge {
  try {
    return judgeOf(predicate, compileCel);
  } catch (error) {
    const part = predicate.type === 'cel' ? 'expression' : 'selector';
    throw new DefinitionProblem(`${field}.${part}`, `cannot be used: ${messageOf(error)}`);
  }
}
