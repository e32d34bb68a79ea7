import { describe, expect, it } from 'vitest';
import type { HostMessage, PanelMessage } from '../../../extension/protocol/messages.ts';
import { limits } from '../../../extension/protocol/checks.ts';
import { validateHostMessage, validatePanelMessage } from '../../../extension/protocol/validate.ts';
import { busy } from '../../support/panelStates.ts';

const view = { filter: 'web', end: 12, count: 60 };
const row = { seq: 1, t: 0.5, stage: 'queue', kind: 'queue.pop', informer: 'v1/pods', key: 'a/b', rv: '7', summary: 'Pop', cause: [], note: null } as const;

const panelMessages: readonly PanelMessage[] = [
  { type: 'panel/ready', body: {} },
  { type: 'panel/select', body: { informer: 'v1/pods' } },
  { type: 'panel/select', body: { informer: null } },
  { type: 'page/look', body: { page: 'chain', look: { seq: 7 } } },
  { type: 'page/look', body: { page: 'chain', look: null } },
  { type: 'stepper/pause', body: {} },
  { type: 'stepper/step', body: {} },
  { type: 'stepper/continue', body: {} },
  { type: 'stream/view', body: view },
  { type: 'stream/view', body: { ...view, end: null } },
  { type: 'stream/find', body: { seq: 3, filter: '' } },
  { type: 'panel/fault', body: { message: 'x' } },
  { type: 'object/open', body: { informer: 'v1/pods', key: 'a/b' } },
  { type: 'session/start', body: {} },
];

const hostMessages: readonly HostMessage[] = [
  { type: 'panel/state', body: busy },
  { type: 'stream/rows', body: { view, total: 3, first: 0, oldest: 0, rows: [row], faults: [] } },
  { type: 'stream/found', body: { seq: 1, filter: '', index: 0, row } },
  { type: 'stream/found', body: { seq: 1, filter: '', index: null, row: null } },
  { type: 'page/picture', body: { page: 'lints', look: {}, picture: { raised: [], cleared: [] } } },
];

describe('validatePanelMessage', () => {
  it.each(panelMessages)('lets $type through', (message) => {
    expect(validatePanelMessage(message)).toEqual({ message });
  });

  it.each([
    ['nothing', undefined, 'The message is not an object.'],
    ['null', null, 'The message is not an object.'],
    ['a list', [], 'The message is not an object.'],
    ['no type', { body: {} }, 'The message has no type.'],
    ['an unknown type', { type: 'command/run', body: {} }, 'The type of the message is unknown.'],
    ['a type of every object', { type: 'constructor', body: {} }, 'The type of the message is unknown.'],
    ['__proto__', JSON.parse('{"type":"__proto__","body":{}}'), 'The type of the message is unknown.'],
    ['a message of the other direction', { type: 'panel/state', body: busy }, 'The type of the message is unknown.'],
    ['no body', { type: 'panel/ready' }, 'panel/ready: body is not an object.'],
    ['a wrong field', { type: 'panel/select', body: { informer: 7 } }, 'panel/select: body.informer is not a text of at most 4096 characters.'],
    ['a missing field', { type: 'stream/find', body: { seq: 1 } }, 'stream/find: body.filter is not a text of at most 4096 characters.'],
    ['an inherited field', { type: 'panel/select', body: Object.create({ informer: 'v1/pods' }) }, 'panel/select: body.informer is not a text of at most 4096 characters.'],
    ['a fraction', { type: 'stream/find', body: { seq: 1.5, filter: '' } }, 'stream/find: body.seq is not a count.'],
    ['a negative index', { type: 'stream/view', body: { ...view, end: -1 } }, 'stream/view: body.end is not a count.'],
    ['NaN', { type: 'stream/view', body: { ...view, count: Number.NaN } }, 'stream/view: body.count is not a count.'],
    ['too many rows', { type: 'stream/view', body: { ...view, count: limits.rows + 1 } }, 'stream/view: body.count is more than 1000.'],
    ['a long filter', { type: 'stream/view', body: { ...view, filter: 'x'.repeat(limits.text + 1) } }, 'stream/view: body.filter is not a text of at most 4096 characters.'],
    ['a page that is none', { type: 'page/look', body: { page: 'constructor', look: null } }, 'page/look: body.page is the name of no page.'],
    ['what is none of the page', { type: 'page/look', body: { page: 'chain', look: { seq: '7' } } }, 'page/look: body.look.seq is not a count.'],
    ['a long key', { type: 'object/open', body: { informer: 'v1/pods', key: 'x'.repeat(limits.name + 1) } }, 'object/open: body.key is not a text of at most 4096 characters.'],
  ])('refuses %s, and says why', (_, message, reason) => {
    expect(validatePanelMessage(message)).toEqual({ reason });
  });

  it('quotes nothing of what it refuses', () => {
    const { reason } = validatePanelMessage({ type: 'hunter2', body: {} }) as { reason: string };
    expect(reason).not.toContain('hunter2');
  });
});

describe('validateHostMessage', () => {
  it.each(hostMessages)('lets $type through', (message) => {
    const numbered = { ...message, number: 3 };
    expect(validateHostMessage(numbered)).toEqual({ message: numbered });
  });

  /** A picture in which the field at `path` is `value`. */
  const withField = (path: readonly (string | number)[], value: unknown): unknown => {
    const state: unknown = structuredClone(busy);
    const owner = path.slice(0, -1).reduce((at, name) => (at as Record<string | number, unknown>)[name], state);
    (owner as Record<string | number, unknown>)[path.at(-1)!] = value;
    return { type: 'panel/state', body: state };
  };

  it.each([
    ['an unknown source', withField(['session', 'source'], 'file'), 'panel/state: body.session.source is none of context, playground, recording, none.'],
    ['a lost counter', withField(['pipeline', 'indexer', 'objects'], undefined), 'panel/state: body.pipeline.indexer.objects is not a count.'],
    ['a held step that is none', withField(['stepper', 'held', 1], 'x'), 'panel/state: body.stepper.held[1] is not an object.'],
    ['an unknown queue', withField(['deltaQueues', 0, 'kind'], 'LIFO'), 'panel/state: body.deltaQueues[0].kind is none of DeltaFIFO, RealFIFO.'],
    ['an endless list', withField(['informers'], Array.from({ length: limits.elements + 1 }, () => 'x')), 'panel/state: body.informers is not a list of at most 1000.'],
    ['an unknown stage', { type: 'stream/rows', body: { view, total: 1, first: 0, oldest: 0, rows: [{ ...row, stage: 'x' }] } }, 'stream/rows: body.rows[0].stage is none of apiserver, reflector, queue, store, handler, workqueue, reconcile, lint.'],
    ['no number', { type: 'panel/state', body: busy }, 'panel/state: number is not a count.'],
    ['a picture of nothing', { type: 'page/picture', body: { page: 'chain', look: null, picture: 7 } }, 'page/picture: body.picture is not an object.'],
    ['an infinite time', { type: 'stream/rows', body: { view, total: 1, first: 0, oldest: 0, rows: [{ ...row, t: Number.POSITIVE_INFINITY }] } }, 'stream/rows: body.rows[0].t is not a number.'],
  ])('refuses %s, and says where', (_, message, reason) => {
    expect(validateHostMessage(message)).toEqual({ reason });
  });
});
