import type { Memento } from 'vscode';
import { beforeEach, describe, expect, it } from 'vitest';
import { WorkspaceMemory } from '../../../extension/ui/workspaceMemory.ts';
import { jsonMemento } from '../../support/jsonMemento.ts';

let globalState: Memento;
let time = 0;
const windowOn = (workspace: string | undefined, workspaceState = jsonMemento()): WorkspaceMemory => new WorkspaceMemory({ workspaceState, globalState, workspace, now: () => ++time });

beforeEach(() => {
  globalState = jsonMemento();
});

describe('two windows of one workspace', () => {
  it('do not undo what the other has kept, and read it', async () => {
    const [one, other] = [windowOn('shop'), windowOn('shop')];
    await one.update('breakpoints', [{ key: 'default/web' }]);
    await other.update('recents', ['v1/pods']);
    for (const window of [one, other, windowOn('shop')]) expect([window.get('breakpoints'), window.get('recents')]).toEqual([[{ key: 'default/web' }], ['v1/pods']]);
  });

  it('have nothing of another workspace', async () => {
    await windowOn('shop').update('recents', ['v1/pods']);
    expect(windowOn('other').get('recents')).toBeUndefined();
    expect(windowOn('other').get('recents', [])).toEqual([]);
  });
});

it('reads what was kept with the workspace before, until it is changed', async () => {
  const window = windowOn('shop', jsonMemento({ recents: ['v1/services'] }));
  expect(window.get('recents')).toEqual(['v1/services']);
  await window.update('recents', ['v1/pods']);
  expect(window.get('recents')).toEqual(['v1/pods']);
});

it('keeps by itself what belongs to a window without a workspace', async () => {
  const state = jsonMemento();
  await windowOn(undefined, state).update('recents', ['v1/pods']);
  expect([state.get('recents'), windowOn(undefined, state).get('recents'), globalState.keys()]).toEqual([['v1/pods'], ['v1/pods'], []]);
});

it('forgets the workspaces that were changed longest ago, and nothing that is not its own', async () => {
  await globalState.update('something else', 1);
  for (let each = 0; each < 60; each++) await windowOn(`w${each}`).update('recents', [String(each)]);
  expect(globalState.keys()).toHaveLength(51);
  expect(globalState.get('something else')).toBe(1);
  expect([windowOn('w9').get('recents'), windowOn('w10').get('recents')]).toEqual([undefined, ['10']]);
});

it.each([null, 7, [], { at: 'x', values: 'y' }, { at: 1, values: { __proto__: null } }])('takes what is not its own for nothing: %j', async (kept) => {
  await globalState.update('workspace shop', kept);
  const window = windowOn('shop');
  expect([window.get('recents'), window.get('constructor')]).toEqual([undefined, undefined]);
  await window.update('recents', ['v1/pods']);
  expect(window.get('recents')).toEqual(['v1/pods']);
});
