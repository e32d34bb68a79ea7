import { messageOf } from '../base/codedError.ts';
import type { Logger } from '../base/logger.ts';
import { DeletedFinalStateUnknown, type ResourceEventHandler } from '../informer/eventHandler.ts';
import { metaNamespaceKey } from '../kube/key.ts';
import { matchesLabels, parseLabelSelector } from '../kube/labelSelector.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Seq } from '../trace/entry.ts';
import type { Probe } from '../trace/probe.ts';
import type { Predicate } from './api.ts';

/** What a CEL expression may speak of. */
export interface CelVariables {
  readonly object: KubeObject;
  /** Null for what was added or deleted. */
  readonly oldObject: KubeObject | null;
}

/** @throws when it cannot be evaluated on these, or gives no bool */
export type CelPredicate = (variables: CelVariables) => boolean;

/** The language as a port. @throws an Error that says what is wrong with the expression */
export type CompileCel = (expression: string) => CelPredicate;

/** One notification, as predicates see it; a deletion by the last known object. */
export interface Change {
  readonly type: 'add' | 'update' | 'delete';
  readonly object: KubeObject;
  readonly old?: KubeObject;
}

/** A predicate that is ready to judge. */
export interface Judge {
  /** `labels app=web`, for people. */
  readonly text: string;
  /** @throws where it cannot be said */
  accepts(change: Change): boolean;
}

/** @throws an Error that says what is wrong with it: a selector or an expression that does not parse */
export function judgeOf(predicate: Predicate, compileCel: CompileCel): Judge {
  switch (predicate.type) {
    case 'generationChanged':
      return { text: 'generationChanged', accepts: ({ object, old }) => !old || object.metadata.generation !== old.metadata.generation };
    case 'labels': {
      const requirements = parseLabelSelector(predicate.selector);
      return { text: `labels ${predicate.selector}`, accepts: ({ object }) => matchesLabels(requirements, object.metadata.labels) };
    }
    case 'cel': {
      const holds = compileCel(predicate.expression);
      return { text: `cel ${predicate.expression}`, accepts: ({ object, old = null }) => holds({ object, oldObject: old }) };
    }
  }
}

export interface PredicateOptions {
  readonly handler: ResourceEventHandler;
  readonly judges: readonly Judge[];
  /** Names for the trace. */
  readonly controller: string;
  readonly informer: string;
  readonly probe: Probe;
  readonly logger: Logger;
}

/**
 * Lets through what all judges accept (controller-runtime's predicates, joined by And), and records what they do not. One that cannot judge a
 * change lets it through, since a reconcile too many does no harm and one too few does; that is said once for each judge.
 */
export function predicated({ handler, judges, controller, informer, probe, logger }: PredicateOptions): ResourceEventHandler {
  if (judges.length === 0) return handler;
  const failed = new Set<Judge>();

  const fail = (judge: Judge, { object }: Change, error: unknown, cause: Seq): void => {
    if (failed.has(judge)) return;
    failed.add(judge);
    const key = metaNamespaceKey(object);
    const message = `The predicate \`${judge.text}\` of ${controller} could not judge ${informer} ${key}: ${messageOf(error)}. Changes that it cannot judge count; this is said once.`;
    probe.record({ kind: 'handler.error', informer, key, rv: object.metadata.resourceVersion ?? '', cause: [cause], handler: controller, message });
    logger.warn(controller, message);
  };

  const accepts = (change: Change, cause: Seq): boolean => {
    for (const judge of judges) {
      try {
        if (judge.accepts(change)) continue;
      } catch (error) {
        fail(judge, change, error, cause);
        continue;
      }
      const { object } = change;
      probe.record({ kind: 'handler.filtered', informer, key: metaNamespaceKey(object), rv: object.metadata.resourceVersion ?? '', cause: [cause], handler: controller, predicate: judge.text });
      return false;
    }
    return true;
  };

  return {
    onAdd: (object, isInInitialList, cause) => (accepts({ type: 'add', object }, cause) ? handler.onAdd(object, isInInitialList, cause) : undefined),
    onUpdate: (old, object, cause) => (accepts({ type: 'update', object, old }, cause) ? handler.onUpdate(old, object, cause) : undefined),
    onDelete(deleted, cause) {
      const object = deleted instanceof DeletedFinalStateUnknown ? deleted.object : deleted;
      // Of what nobody knows any more nothing can be judged.
      return !object || accepts({ type: 'delete', object }, cause) ? handler.onDelete(deleted, cause) : undefined;
    },
  };
}
