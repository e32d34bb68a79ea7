import { wasSent } from '../../../introspection/introspection.ts';
import { parseResource } from '../../../kube/resource.ts';
import type { Answered } from '../../../protocol/pages/server/answered.ts';
import { insideLimits } from '../../../protocol/pages/server/insideLook.ts';
import type { InsideParts, InsidePicture } from '../../../protocol/pages/server/insidePicture.ts';
import type { RingPart } from '../../../protocol/pages/server/ringPart.ts';
import type { StorePart } from '../../../protocol/pages/server/storePart.ts';
import type { FanOutPart, WatchersPart } from '../../../protocol/pages/server/watchersPart.ts';
import type { SessionPicture } from '../../sessionPicture.ts';
import { yamlText } from '../item/yamlText.ts';
import type { Asked, RingAnswer, StoreAnswer } from './insideQuestions.ts';
import { auditPart, flowPart, trafficPart, worldPart } from './costViews.ts';
import type { InsideAnswers } from './insideReader.ts';

/** What a panel knows of the inside of its session's server: what was answered, or why nothing can be. */
export type Inside = 'past' | 'ended' | InsideAnswers;

type PartOfView<Part extends keyof InsideParts> = (answer: Asked[Part], session: SessionPicture) => InsideParts[Part];

/** How what was answered about each part is shown. What came has been checked: here it is bounded, and cut down to what is shown. */
const views: { readonly [Part in keyof InsideParts]: PartOfView<Part> } = {
  storage: (storage) => storage,
  caches: (caches) => caches.toSorted((one, other) => (one.resource < other.resource ? -1 : 1)).slice(0, insideLimits.caches),
  ring: ringPart,
  store: storePart,
  watchers: ({ resource, watchers }): WatchersPart => ({ resource, total: watchers.length, rows: watchers.slice(0, insideLimits.watchers) }),
  fanOut: ({ resource, revision, watchers, asked, offers }): FanOutPart => {
    const { sent = [], rest = [] } = Object.groupBy(offers, ({ outcome }) => (wasSent(outcome) ? 'sent' : 'rest'));
    // Those that were sent something are what a person looks for.
    return { resource, revision, watchers, asked, sent: sent.length, offers: [...sent, ...rest].slice(0, insideLimits.watchers) };
  },
  inflight: (requests) => ({ total: requests.length, rows: requests.toSorted((one, other) => other.sinceMs - one.sinceMs).slice(0, insideLimits.requests) }),
  flow: flowPart,
  audit: auditPart,
  traffic: trafficPart,
  world: worldPart,
};

export function insideView(inside: Inside, session: SessionPicture): InsidePicture {
  if (inside === 'past' || inside === 'ended') return { state: inside, parts: {} };
  const parts = Object.entries(inside).map(([part, { value, fault }]: [string, Answered<unknown>]) => {
    // The compiler does not see that part and answer belong together.
    const view = views[part as keyof InsideParts] as (answer: unknown, session: SessionPicture) => unknown;
    return [part, { value: value === null ? null : view(value, session), fault }];
  });
  return { state: 'live', parts: Object.fromEntries(parts) as InsidePicture['parts'] };
}

function ringPart({ resource, ring, growth, slots, start, end }: RingAnswer): RingPart {
  const keyOf = keysOf(resource);
  return {
    resource,
    ring,
    start,
    end,
    growth: growth.slice(-insideLimits.growth),
    slots: slots.slice(0, insideLimits.rows).map(({ position, slot, revision, type, key, ageMs }) => ({ position, slot, revision, type, key: keyOf(key), ageMs })),
  };
}

function storePart({ resource, version, total, items, next, object }: StoreAnswer): StorePart {
  const keyOf = keysOf(resource);
  const text = object ? yamlText(object.object) : '';
  return {
    resource,
    version,
    total,
    items: items.slice(0, insideLimits.rows).map(({ key, revision }) => ({ path: key, key: keyOf(key), revision })),
    next,
    object: object ? { path: object.key, revision: object.revision, text: text.slice(0, insideLimits.object), cut: text.length > insideLimits.object } : null,
  };
}

/** Takes the prefix of a resource from its storage paths: `/registry/pods/`, `/registry/apps/deployments/` */
function keysOf(resource: string): (path: string) => string {
  const segments = parseResource(resource)?.group ? 4 : 3;
  return (path) => path.split('/').slice(segments).join('/') || path;
}
