import { describe, expect, it } from 'vitest';
import { limits } from '../../../extension/protocol/checks.ts';
import { notStepped, type SteppingMessages, slowMotions, whatIfs } from '../../../extension/protocol/stepping.ts';
import { validateHostMessage, validatePanelMessage } from '../../../extension/protocol/validate.ts';
import { busy } from '../../support/panelStates.ts';

const examples: { readonly [Name in keyof SteppingMessages]: readonly SteppingMessages[Name][] } = {
  'stepper/pause': [{}],
  'stepper/continue': [{}],
  'stepper/step': [{}],
  'stepper/over': [{}],
  'stepper/out': [{}],
  'stepper/choose': [{ held: 7 }],
  'stepper/runTo': [{ key: 'web/*' }, { key: null }],
  'stepper/slowMotion': slowMotions.map((ms) => ({ ms })),
  'stepper/points': [{}],
  'breakpoint/add': [
    {},
    { key: 'web/api', informer: 'v1/pods' },
    { key: 'a/b', informer: 'v1/pods', delta: 'Deleted', point: 'queue.pop', path: 'spec', error: 'conflict', attempts: 3, condition: 'true', hitCondition: '5', logMessage: '{key}' },
  ],
  'whatIf/do': whatIfs.map((what) => ({ what })),
};

describe('what the panel asks of the stepper', () => {
  it.each(Object.entries(examples).flatMap(([type, bodies]) => bodies.map((body) => [type, body] as const)))('%s %o is let through', (type, body) => {
    expect(validatePanelMessage({ type, body })).toEqual({ message: { type, body } });
  });

  it.each([
    ['stepper/choose', { held: -1 }, 'body.held is not a count'],
    ['stepper/choose', {}, 'body.held is not a count'],
    ['stepper/runTo', {}, 'body.key is not a text of at most 4096 characters'],
    ['stepper/slowMotion', { ms: 7 }, 'body.ms is none of 0, 100, 200, 500, 1000, 3000'],
    ['breakpoint/add', { key: 7 }, 'body.key is not a text of at most 4096 characters'],
    ['breakpoint/add', { condition: 'x'.repeat(limits.text + 1) }, 'body.condition is not a text of at most 4096 characters'],
    ['breakpoint/add', { attempts: 1.5 }, 'body.attempts is not a count'],
    ['whatIf/do', { what: 'constructor' }, 'body.what is none of skip, duplicate, delay, reorder, forge, failReconcile, resync, dropWatch, answer'],
  ])('%s %o is refused', (type, body, fault) => {
    expect(validatePanelMessage({ type, body })).toEqual({ reason: `${type}: ${fault}.` });
  });
});

describe('the stepper in the picture', () => {
  const refusal = (stepper: unknown): string | undefined => {
    const checked = validateHostMessage({ type: 'panel/state', number: 1, body: { ...busy, stepper } });
    return checked.message === undefined ? checked.reason : undefined;
  };

  it('is let through, in hand and stopped or not', () => {
    expect(refusal(notStepped)).toBeUndefined();
    expect(refusal({ ...busy.stepper, inHand: { point: 'queue.pop', owner: 'v1/pods', key: 'a/b', held: true } })).toBeUndefined();
  });

  it.each([
    [{ ...notStepped, reason: { type: 'exception', detail: '' } }, 'body.stepper.reason.type is none of pause, step, left, breakpoint, runTo'],
    [{ ...notStepped, pile: { ...notStepped.pile, full: Array.from({ length: limits.elements + 1 }, () => 'x') } }, 'body.stepper.pile.full is not a list of at most 1000'],
    [{ ...busy.stepper, held: [{ ...busy.stepper.held[0], id: 'x' }] }, 'body.stepper.held[0].id is not a count'],
    [{ ...notStepped, chosen: undefined }, 'body.stepper.chosen is not a count'],
  ])('is refused otherwise', (stepper, fault) => {
    expect(refusal(stepper)).toBe(`panel/state: ${fault}.`);
  });
});
