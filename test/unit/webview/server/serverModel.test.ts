import { describe, expect, it } from 'vitest';
import { pollerLimits } from '../../../../extension/introspection/traffic.ts';
import { insideLook } from '../../../../extension/protocol/pages/server/insideLook.ts';
import { articlePolling, pollingCost, readPolling } from '../../../../webview/pages/server/pollingCost.ts';
import { piecesOf } from '../../../../webview/pages/server/ringDrawing.ts';
import { initialServer, insideLookOf, reduceServer, resourceShown, type ServerAction, serverTabs } from '../../../../webview/pages/server/serverModel.ts';

const after = (...actions: readonly ServerAction[]): ReturnType<typeof reduceServer> => actions.reduce(reduceServer, initialServer);

describe('what the page asks for', () => {
  it('is what is open, and can be sent', () => {
    for (const tab of serverTabs) expect(insideLook(insideLookOf(after({ type: 'tab', tab }), 'v1/pods@default#metadata'), 'look')).toBeUndefined();
    expect(insideLookOf(initialServer, null).parts).toEqual([]);
    const folded = after({ type: 'tab', tab: 'requests' }, { type: 'fold', part: 'inflight' }, { type: 'fold', part: 'levels' });
    expect(insideLookOf(folded, null).parts).toEqual(['audit']);
  });

  it('is of the resource of the informer that the panel speaks of, until another is chosen', () => {
    expect([resourceShown('', 'apps/v1/deployments@default#metadata'), resourceShown('v1/nodes', 'v1/pods'), resourceShown('', null)]).toEqual(['apps/v1/deployments', 'v1/nodes', 'v1/pods']);
  });

  it('begins anew where another resource is chosen', () => {
    const chosen = after({ type: 'nextPage', after: 'x' }, { type: 'object', path: 'y' }, { type: 'from', from: 7 }, { type: 'resource', resource: 'v1/nodes' });
    expect(chosen).toMatchObject({ pages: [], object: '', from: -1, resource: 'v1/nodes' });
  });

  it('opens the fan-out of an event on its resource', () => {
    const shown = after({ type: 'fold', part: 'fanOut' }, { type: 'event', resource: 'v1/pods', revision: 7 });
    expect(insideLookOf(shown, null)).toMatchObject({ parts: expect.arrayContaining(['fanOut']), resource: 'v1/pods', event: { resource: 'v1/pods', revision: 7 } });
  });
});

describe('the ring', () => {
  it.each([
    // start, end, capacity, filled slots
    [0, 0, 4, [0, 0, 0, 0]],
    [0, 2, 4, [1, 1, 0, 0]],
    [3, 5, 4, [1, 0, 0, 1]],
    [5, 9, 4, [1, 1, 1, 1]],
  ])('from position %i to %i in %i slots', (start, end, capacity, filled) => {
    expect(piecesOf({ ring: { capacity }, start, end, slots: [] }).map((piece) => piece.filled)).toEqual(filled);
  });

  it('is drawn in no more pieces than can be seen, and loses none of its slots', () => {
    const pieces = piecesOf({ ring: { capacity: 12_800 }, start: 100, end: 6500, slots: [] });
    expect(pieces).toHaveLength(100);
    expect(pieces.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(12_800);
    expect(pieces.reduce((sum, { filled }) => sum + filled, 0)).toBe(6400);
  });
});

describe('polling', () => {
  it('costs what the article reckons: 25 MB a list, 20 QPS, 500 MB/s', () => {
    const { objects, objectBytes } = articlePolling;
    expect(objects * objectBytes).toBe(25_000_000);
    expect(pollingCost(articlePolling, { objects, listBytes: objects * objectBytes })).toEqual({ requests: 20, bytes: 500_000_000, objects: 100_000, meanMs: 500, mostMs: 1000 });
  });

  it('is taken as it was typed where the playground takes it', () => {
    expect(readPolling(String(pollerLimits.pollers), String(pollerLimits.leastPeriodMs / 1000))).toEqual({ pollers: pollerLimits.pollers, periodMs: pollerLimits.leastPeriodMs });
    expect(readPolling('1', String(pollerLimits.mostPeriodMs / 1000))).toEqual({ pollers: 1, periodMs: pollerLimits.mostPeriodMs });
    expect(readPolling(' 20 ', '0.5')).toEqual({ pollers: 20, periodMs: 500 });
    for (const [pollers, period] of [['0', '1'], ['101', '1'], ['2.5', '1'], ['', '1'], ['x', '1'], ['1', '0.05'], ['1', '601'], ['1', ''], ['1', 'NaN']] as const) expect(readPolling(pollers, period)).toBeUndefined();
  });
});
