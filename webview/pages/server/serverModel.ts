import type { InsideLook, InsidePart } from '../../../extension/protocol/pages/server/insideLook.ts';
import { toggled } from '../../store/toggled.ts';
import { informerResource } from './informerResource.ts';

/** The page is told in parts, of which one is open. A server that hides its inside has the first alone. */
export const serverTabs = ['session', 'storage', 'caches', 'requests', 'traffic', 'world'] as const;

export type ServerTab = (typeof serverTabs)[number];

/** What folds up on it. */
export const serverSections = ['requests', 'refusals', 'watches', 'ring', 'slots', 'growth', 'store', 'watchers', 'fanOut', 'inflight', 'levels', 'schemas', 'auditVolume', 'auditRules', 'auditEvents', 'traffic', 'pollers', 'article', 'world'] as const;

export type ServerPart = (typeof serverSections)[number];

/** What the page keeps of its own: what a person has chosen on it. It outlives a hidden panel, so it is JSON. */
export interface ServerModel {
  readonly tab: ServerTab;
  readonly folded: readonly ServerPart[];
  /** Whose watch cache; empty: that of the selected informer's resource. */
  readonly resource: string;
  /** Where the pages of the store begin that came before the one that is shown, and where that begins; empty: it is the first. */
  readonly pages: readonly string[];
  /** The storage path of the object that is shown; empty: none. */
  readonly object: string;
  /** Position of the first slot that is shown; -1: the newest are. */
  readonly from: number;
  /** The event whose fan-out is shown; revision 0: none. */
  readonly eventResource: string;
  readonly eventRevision: number;
  /** As they were typed. */
  readonly pollers: string;
  readonly period: string;
  readonly pollsStorage: boolean;
}

export type ServerAction =
  | { readonly type: 'fold'; readonly part: ServerPart }
  | { readonly type: 'tab'; readonly tab: ServerTab }
  | { readonly type: 'resource'; readonly resource: string }
  /** The next page of the store begins behind `after`. */
  | { readonly type: 'nextPage'; readonly after: string }
  | { readonly type: 'previousPage' }
  /** The object that is shown once more: it is closed. */
  | { readonly type: 'object'; readonly path: string }
  | { readonly type: 'from'; readonly from: number }
  | { readonly type: 'event'; readonly resource: string; readonly revision: number }
  | { readonly type: 'pollers'; readonly text: string }
  | { readonly type: 'period'; readonly text: string }
  | { readonly type: 'pollsStorage'; readonly on: boolean };

/** What is long, or costs most, is folded up until somebody asks for it. */
export const initialServer: ServerModel = {
  tab: 'session',
  folded: ['store', 'growth', 'schemas', 'auditRules', 'auditEvents'],
  resource: '',
  pages: [],
  object: '',
  from: -1,
  eventResource: '',
  eventRevision: 0,
  pollers: '20',
  period: '1',
  pollsStorage: false,
};

export function reduceServer(model: ServerModel, action: ServerAction): ServerModel {
  switch (action.type) {
    case 'fold':
      return { ...model, folded: toggled(model.folded, action.part) };
    case 'tab':
      return action.tab === model.tab ? model : { ...model, tab: action.tab };
    case 'resource':
      return { ...model, resource: action.resource, pages: [], object: '', from: -1 };
    case 'nextPage':
      return { ...model, pages: [...model.pages, action.after], object: '' };
    case 'previousPage':
      return { ...model, pages: model.pages.slice(0, -1), object: '' };
    case 'object':
      return { ...model, object: model.object === action.path ? '' : action.path };
    case 'from':
      return { ...model, from: action.from };
    case 'event':
      return { ...model, tab: 'caches', resource: action.resource, ...(action.resource !== model.resource && { pages: [], object: '', from: -1 }), eventResource: action.resource, eventRevision: action.revision, folded: model.folded.filter((part) => part !== 'fanOut') };
    case 'pollers':
      return { ...model, pollers: action.text };
    case 'period':
      return { ...model, period: action.text };
    case 'pollsStorage':
      return { ...model, pollsStorage: action.on };
  }
}

/** What the host is asked for: what is open, and nothing else. @param selected the informer that the panel speaks of */
export function insideLookOf({ tab, folded, resource, pages, object, from, eventResource, eventRevision }: ServerModel, selected: string | null): InsideLook {
  const isOpen = (...parts: readonly ServerPart[]): boolean => parts.some((part) => !folded.includes(part));
  const parts: Readonly<Record<ServerTab, readonly (InsidePart | false)[]>> = {
    session: [],
    storage: ['storage'],
    caches: ['caches', isOpen('ring', 'slots', 'growth') && 'ring', isOpen('store') && 'store', isOpen('watchers') && 'watchers', isOpen('fanOut') && eventRevision > 0 && 'fanOut'],
    requests: [isOpen('inflight') && 'inflight', isOpen('levels', 'schemas') && 'flow', isOpen('auditVolume', 'auditRules', 'auditEvents') && 'audit'],
    traffic: ['traffic'],
    world: ['world'],
  };
  return {
    parts: parts[tab].filter((part) => part !== false),
    resource: resourceShown(resource, selected),
    after: pages.at(-1) ?? '',
    object,
    from,
    event: { resource: eventResource, revision: eventRevision },
  };
}

/** Whose watch cache is shown: what was chosen, else that of the informer, else of what every cluster has. */
export function resourceShown(chosen: string, selected: string | null): string {
  return chosen || informerResource(selected ?? '') || 'v1/pods';
}
