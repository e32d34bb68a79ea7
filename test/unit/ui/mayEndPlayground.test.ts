import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Breakpoint } from '../../../extension/debugger/breakpoint.ts';
import type { Inspector } from '../../../extension/inspector/inspector.ts';
import { mayRemoveAll } from '../../../extension/ui/commands/breakpointCommands.ts';
import { mayEndPlayground } from '../../../extension/ui/commands/mayEndPlayground.ts';
import { saveSnapshot } from '../../../extension/ui/commands/saveSnapshot.ts';
import { messages } from '../../support/fakeVscode.ts';

vi.mock('vscode', async () => (await import('../../support/fakeVscode.ts')).fakeVscode);
vi.mock('../../../extension/ui/commands/saveSnapshot.ts', () => ({ saveSnapshot: vi.fn(() => Promise.resolve(true)) }));
// Nothing of these is asked for: they want more of VS Code than is here.
vi.mock('../../../extension/ui/picks/askBreakpoint.ts', () => ({}));
vi.mock('../../../extension/ui/picks/inputText.ts', () => ({}));
vi.mock('../../../extension/ui/picks/quickPick.ts', () => ({}));

const ending = { question: 'Stop the playground?', proceed: 'Stop Playground', saveFirst: 'Save Snapshot and Stop' };
const lost = 'What it holds now is lost. Save a snapshot of it first to come back to it.';

const inspector = (state: string, isKept: boolean, reconcilers: readonly string[] = []): Inspector =>
  ({ playground: { state, isKept }, playgroundSessions: [{ controllers: { all: reconcilers.map((name) => ({ name })) } }] }) as unknown as Inspector;

beforeEach(() => {
  messages.shown.length = 0;
  messages.press = () => undefined;
  vi.mocked(saveSnapshot).mockReset().mockResolvedValue(true);
});

describe('P7: what ends the playground', () => {
  it.each([
    ['that does not run', inspector('stopped', false)],
    ['that still starts', inspector('starting', false)],
    ['that is kept', inspector('running', true)],
  ])('asks nothing of one %s: nothing is lost', async (_what, subject) => {
    await expect(mayEndPlayground(subject, ending)).resolves.toBe(true);
    expect(messages.shown).toEqual([]);
  });

  it('asks once before a world is lost, and does nothing when that is dismissed', async () => {
    await expect(mayEndPlayground(inspector('running', false), ending)).resolves.toBe(false);
    expect(messages.shown).toEqual([{ kind: 'warning', text: 'Stop the playground?', detail: lost, isModal: true, buttons: ['Stop Playground', 'Save Snapshot and Stop'] }]);
    messages.press = () => 'Stop Playground';
    await expect(mayEndPlayground(inspector('running', false), ending)).resolves.toBe(true);
    expect(saveSnapshot).not.toHaveBeenCalled();
  });

  it('names world and reconcilers in one question', async () => {
    messages.press = () => 'Stop Playground';
    await mayEndPlayground(inspector('running', false, ['a', 'b']), ending);
    expect(messages.shown.map(({ detail }) => detail)).toEqual([`${lost} This stops the reconciler a, b.`]);
  });

  it('asks for the reconcilers alone of one that is kept, where there is nothing to be saved', async () => {
    await mayEndPlayground(inspector('running', true, ['a']), ending);
    expect(messages.shown).toEqual([expect.objectContaining({ detail: 'This stops the reconciler a.', buttons: ['Stop Playground'] })]);
  });

  it('says where it is kept, if another takes its place', async () => {
    await mayEndPlayground(inspector('running', true), { ...ending, whereKept: 'It stays.' });
    expect(messages.shown.map(({ detail }) => detail)).toEqual(['It stays.']);
  });

  it('saves a snapshot first where that is asked for, and ends nothing when that is dismissed or fails', async () => {
    messages.press = () => 'Save Snapshot and Stop';
    const subject = inspector('running', false);
    await expect(mayEndPlayground(subject, ending)).resolves.toBe(true);
    expect(saveSnapshot).toHaveBeenCalledExactlyOnceWith(subject);
    vi.mocked(saveSnapshot).mockResolvedValue(false);
    await expect(mayEndPlayground(subject, ending)).resolves.toBe(false);
    vi.mocked(saveSnapshot).mockRejectedValue(new Error('full'));
    await expect(mayEndPlayground(subject, ending)).rejects.toThrow('full');
  });
});

describe('P7: Remove All Breakpoints', () => {
  const breakpoints = (count: number): readonly Breakpoint[] => Array.from({ length: count }, (_, id) => ({ id, enabled: true }) as unknown as Breakpoint);

  it('asks nothing for a few', async () => {
    await expect(mayRemoveAll(breakpoints(3))).resolves.toBe(true);
    expect(messages.shown).toEqual([]);
  });

  it('asks once for more, and removes nothing when that is dismissed', async () => {
    await expect(mayRemoveAll(breakpoints(4))).resolves.toBe(false);
    expect(messages.shown).toEqual([expect.objectContaining({ text: 'Remove all 4 breakpoints?', isModal: true, buttons: ['Remove All Breakpoints'] })]);
    messages.press = () => 'Remove All Breakpoints';
    await expect(mayRemoveAll(breakpoints(4))).resolves.toBe(true);
  });
});
