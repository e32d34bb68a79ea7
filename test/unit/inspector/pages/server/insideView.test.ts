import { describe, expect, it } from 'vitest';
import type { WatcherView } from '../../../../../extension/introspection/introspection.ts';
import { introspectionChecks } from '../../../../../extension/inspector/introspection/introspectionChecks.ts';
import type { InsideAnswers } from '../../../../../extension/inspector/pages/server/insideReader.ts';
import { insideView } from '../../../../../extension/inspector/pages/server/insideView.ts';
import type { SessionPicture } from '../../../../../extension/inspector/sessionPicture.ts';
import { insideLook } from '../../../../../extension/protocol/pages/server/insideLook.ts';
import { insidePicture } from '../../../../../extension/protocol/pages/server/insidePicture.ts';
import { validateHostMessage, validatePanelMessage } from '../../../../../extension/protocol/validate.ts';
import { insideParts, liveInside, noInside, playgroundServer } from '../../../../support/insidePictures.ts';

const session = {} as SessionPicture;
const many = 500;
const repeat = <T>(value: T): T[] => Array.from({ length: many }, () => value);
const answer = <T>(value: T): { readonly value: T; readonly fault: null } => ({ value, fault: null });

const watcher: WatcherView = insideParts.watchers.rows[0]!;
const [cache] = insideParts.caches;
const [slot] = insideParts.ring.slots;

/** As much as a playground may answer at all. */
const large: InsideAnswers = {
  storage: answer(insideParts.storage),
  caches: answer(repeat(cache!)),
  ring: answer({ ...insideParts.ring, growth: repeat(insideParts.ring.growth[0]!), slots: repeat({ ...slot!, key: '/registry/pods/default/web' }), next: null }),
  store: answer({
    resource: 'apps/v1/deployments',
    version: 1,
    total: many,
    items: repeat({ key: '/registry/apps/deployments/default/web', revision: 1, uid: '' }),
    next: null,
    object: { resource: 'apps/v1/deployments', key: '/registry/apps/deployments/default/web', revision: 1, object: { data: 'x'.repeat(300_000) } },
  }),
  watchers: answer({ resource: 'v1/pods', watchers: repeat(watcher) }),
  fanOut: answer({ resource: 'v1/pods', revision: 3, watchers: 900, asked: many, offers: [...repeat({ watcher, outcome: 'filtered' as const }).slice(1), { watcher: { ...watcher, id: 99 }, outcome: 'ADDED' as const }] }),
  inflight: answer(repeat(insideParts.inflight.rows[0]!)),
  flow: answer({ ...insideParts.flow, levels: repeat({ ...insideParts.flow.levels[0]!, longest: repeat({ queue: 1, waiting: 2, flow: 'x' }) }), schemas: repeat(insideParts.flow.schemas[0]!) }),
  audit: answer({ ...insideParts.audit, policy: repeat({ ...insideParts.audit.policy[0]!, verbs: repeat('get') }), volume: repeat(insideParts.audit.volume[0]!), recent: repeat(insideParts.audit.recent[0]!) }),
  traffic: answer({ forMs: 1, resources: repeat(insideParts.traffic.resources[0]!), pollers: insideParts.traffic.pollers }),
  world: answer({ ...insideParts.world, controllers: [...repeat(insideParts.world.controllers[1]!).slice(1), insideParts.world.controllers[0]!] }),
};

describe('the picture of the inside', () => {
  it('is bounded, whatever the playground answers, so that the panel takes it', () => {
    const view = insideView(large, session);
    expect(insidePicture(view, 'inside')).toBeUndefined();
    expect(Object.keys(view.parts)).toHaveLength(11);
    const message = { type: 'page/picture', number: 1, body: { page: 'server', look: { inside: noInside }, picture: { ...playgroundServer, inside: view } } };
    expect(validateHostMessage(message)).toHaveProperty('message');
  });

  it('has keys as people write them, and the rest of a long object left out', () => {
    const { ring, store } = insideView(large, session).parts;
    expect(ring!.value!.slots[0]!.key).toBe('default/web');
    expect(store!.value!.items[0]).toEqual({ path: '/registry/apps/deployments/default/web', key: 'default/web', revision: 1 });
    expect([store!.value!.object!.cut, store!.value!.object!.text.length]).toEqual([true, 200_000]);
  });

  it('names first whom an event was sent to, and what is cut off', () => {
    const { fanOut, world } = insideView(large, session).parts;
    expect(fanOut!.value).toMatchObject({ sent: 1, asked: many, offers: { 0: { watcher: { id: 99 }, outcome: 'ADDED' }, length: 200 } });
    expect(world!.value).toMatchObject({ total: many, controllers: { 0: { name: 'kubelet/node-3', connected: false }, length: 100 } });
  });

  it('adds up what the controllers of the session have read from Indexers', () => {
    const figures = { queueNames: ['a', 'b'], queue: (name: string) => ({ reads: name === 'a' ? { gets: 3, lists: 1 } : { gets: 4, lists: 0 } }) };
    expect(insideView(large, { figures } as unknown as SessionPicture).parts.traffic!.value!.spared).toEqual({ gets: 7, lists: 1 });
  });

  it('keeps what failed apart from what did not', () => {
    const fault = { why: 'gone' as const, message: 'x' };
    expect(insideView({ storage: { value: null, fault }, world: { value: insideParts.world as never, fault } }, session).parts).toMatchObject({ storage: { value: null, fault }, world: { value: { size: 'town' }, fault } });
    expect(insideView('past', session)).toEqual({ state: 'past', parts: {} });
    expect(insideView('ended', session)).toEqual({ state: 'ended', parts: {} });
  });

  it.each([
    ['a part that is no object', { state: 'live', parts: { storage: 3 } }],
    ['a wrong field', { state: 'live', parts: { storage: answer({ ...insideParts.storage, revision: '7' }) } }],
    ['an unknown end', { state: 'live', parts: { watchers: answer({ ...insideParts.watchers, rows: [{ ...watcher, ended: 'no' }] }) } }],
    ['too many slots', { state: 'live', parts: { ring: answer({ ...insideParts.ring, slots: repeat(slot) }) } }],
    ['no parts', { state: 'live' }],
    ['an unknown state', { ...liveInside, state: 'soon' }],
  ])('that is forged is refused: %s', (_, forged) => {
    expect(insidePicture(forged, 'inside')).toEqual(expect.any(String));
  });
});

describe('what a panel asks', () => {
  it.each([
    ['an unknown part', { ...noInside, parts: ['secrets'] }],
    ['more parts than there are', { ...noInside, parts: Array.from({ length: 12 }, () => 'storage') }],
    ['a long key', { ...noInside, object: 'x'.repeat(5000) }],
    ['a revision that is none', { ...noInside, event: { resource: 'v1/pods', revision: -1 } }],
    ['no event', { ...noInside, event: null }],
  ])('is refused with %s', (_, look) => {
    expect(insideLook(look, 'look')).toEqual(expect.any(String));
  });

  it.each([
    ['inside/speed', { speed: Number.POSITIVE_INFINITY }],
    ['inside/churn', { churn: 7 }],
    ['inside/connectController', { name: 7, connected: true }],
    ['inside/startPollers', { resource: 'v1/pods', pollers: 1.5, periodMs: 1000, consistent: true }],
    ['inside/startPollers', { resource: 'v1/pods', pollers: 1, periodMs: 1000 }],
    ['inside/loadFile', { file: '/etc/passwd' }],
  ])('to have changed is refused: %s %j', (type, body) => {
    expect(validatePanelMessage({ type, body })).toHaveProperty('reason');
  });
});

describe('an answer of the playground', () => {
  it.each([
    ['audit', { ...insideParts.audit, policy: [{ level: 'Everything', verbs: [], resources: [], users: [], namespaces: [], matched: 0 }], recent: [] }],
    ['traffic', { ...insideParts.traffic, resources: [{ ...insideParts.traffic.resources[0], watches: { requests: 1 } }] }],
    ['world', { ...insideParts.world, controllers: [{ ...insideParts.world.controllers[0], connected: 'no' }] }],
    ['world', { ...insideParts.world, controllers: Array.from({ length: 501 }, () => insideParts.world.controllers[0]) }],
  ] as const)('that is forged is not read: %s', (part, forged) => {
    expect(introspectionChecks[part](forged, 'answer')).toEqual(expect.any(String));
  });
});
