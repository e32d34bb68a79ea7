import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Emitter } from '../../../extension/base/emitter.ts';
import type { Inspector } from '../../../extension/inspector/inspector.ts';
import type { PlaygroundState } from '../../../extension/inspector/playgroundLife.ts';
import type { Session } from '../../../extension/inspector/session.ts';
import { StatusBar } from '../../../extension/ui/statusBar.ts';
import { type StatusInformer, statusOf, type StatusSource } from '../../../extension/ui/statusWords.ts';
import { type FakeStatusBarItem, statusBarItems } from '../../support/fakeVscode.ts';
import { openSession } from '../../support/openSession.ts';

vi.mock('vscode', async () => (await import('../../support/fakeVscode.ts')).fakeVscode);

const informer = (of: Partial<StatusInformer> = {}): StatusInformer => ({ name: 'v1/pods', word: 'synced', isFailing: false, isListing: false, isVerified: false, ...of });
const source = (of: Partial<StatusSource> = {}): StatusSource => ({ title: 'dev', who: '', isConnecting: false, isPaused: false, faults: 0, informers: [informer()], ...of });
const said = (...sources: readonly StatusSource[]): string | undefined => statusOf({ playground: 'stopped', sources })?.text;

describe('S1: the text', () => {
  it('is none where nothing is inspected', () => {
    expect(said()).toBeUndefined();
    expect(said(source({ informers: [] }))).toBeUndefined();
  });

  it('names the sources and counts their informers, what fails and what is broken on purpose', () => {
    expect(said(source())).toBe('$(pulse) dev · 1 informer');
    expect(said(source(), source({ title: 'prod', faults: 1, informers: [informer({ isFailing: true }), informer()] }))).toBe('$(pulse) dev, prod · 3 informers · 1 failing · 1 fault');
  });

  it('has one icon, whatever a context is called, and room for the rest of it', () => {
    const text = said(source({ title: `$(bug) ${'x'.repeat(100)}` }))!;
    expect(text.match(/\$\(/g)).toHaveLength(1);
    expect(text.length).toBeLessThan(70);
  });
});

describe('S3: what goes on in the background', () => {
  it.each<[string, StatusSource]>([
    ['$(loading~spin) dev · connecting', source({ isConnecting: true, informers: [] })],
    ['$(loading~spin) dev · connecting · 1 informer', source({ isConnecting: true })],
    ['$(loading~spin) dev · listing · 1 informer', source({ informers: [informer({ isListing: true })] })],
    ['$(loading~spin) dev · verifying · 1 informer', source({ informers: [informer({ isVerified: true })] })],
    // It is tried for ever: nothing that a spinner promises an end of.
    ['$(pulse) dev · 1 informer · 1 failing', source({ informers: [informer({ isListing: true, isFailing: true })] })],
    ['$(debug-pause) dev · paused · 1 informer', source({ isPaused: true })],
    ['$(debug-pause) dev · paused · listing · 1 informer', source({ isPaused: true, informers: [informer({ isListing: true })] })],
  ])('%s', (text, subject) => {
    expect(said(subject)).toBe(text);
  });

  it('is the playground that starts, whatever else there is', () => {
    expect(statusOf({ playground: 'starting', sources: [source()] })).toEqual({ text: '$(loading~spin) Starting the playground', label: 'Starting the playground', tooltip: 'Informer Inspector' });
  });
});

describe('S2: the tooltip', () => {
  it('names each source, who asks there, and its informers with their states', () => {
    const status = statusOf({ playground: 'stopped', sources: [source({ who: 'as alice', informers: [informer({ word: 'listing' })] }), source({ title: 'empty', informers: [] })] });
    expect(status?.tooltip).toBe('Informer Inspector\ndev, as alice\n  v1/pods: listing\nClick to open the panel');
  });

  it('names a dozen of them, and counts the rest', () => {
    const informers = Array.from({ length: 15 }, (_, index) => informer({ name: `v1/kind${index}` }));
    const lines = statusOf({ playground: 'stopped', sources: [source({ informers })] })!.tooltip.split('\n');
    expect(lines).toHaveLength(1 + 1 + 12 + 1 + 1);
    expect(lines.at(-2)).toBe('  and 3 more');
  });
});

describe('the item', () => {
  let item: FakeStatusBarItem;
  let bar: StatusBar;
  let playground: { state: PlaygroundState };
  const all: Session[] = [];
  const onChange = new Emitter<void>();
  const onSessions = new Emitter<void>();

  beforeEach(() => {
    all.length = 0;
    playground = { state: 'stopped' };
    bar = new StatusBar({ playground, onChange: onChange.event, sessions: { all, onChange: onSessions.event } } as unknown as Inspector);
    item = statusBarItems.at(-1)!;
  });

  afterEach(() => bar.dispose());

  it('S1: is hidden until something is inspected, and again when nothing is', async () => {
    const { session, clock } = openSession();
    expect(item.isShown).toBe(false);
    all.push(session);
    onSessions.fire();
    session.informers.start({ group: '', version: 'v1', resource: 'pods' });
    await clock.advance(1000);
    expect(item).toMatchObject({ isShown: true, text: expect.stringMatching(/ 1 informer$/) });
    all.length = 0;
    onSessions.fire();
    expect(item.isShown).toBe(false);
  });

  it('S2: has a name, a tooltip and a command, and no colour of its own', () => {
    playground.state = 'starting';
    onChange.fire();
    expect(item).toMatchObject({ isShown: true, name: 'Informer Inspector', tooltip: 'Informer Inspector', command: 'informerInspector.openPanel', color: undefined, backgroundColor: undefined });
    expect(item.accessibilityInformation).toEqual({ label: 'Starting the playground' });
  });

  it('S3: spins while a source is being connected to and its objects are listed, and rests then', async () => {
    const { session, clock } = openSession();
    all.push(session);
    onSessions.fire();
    const texts = new Set([item.text]);
    session.onChange(() => texts.add(item.text));
    void session.connect();
    session.informers.start({ group: '', version: 'v1', resource: 'pods' });
    await clock.advance(1000);
    expect([...texts].some((text) => text.startsWith('$(loading~spin) ') && text.includes('connecting'))).toBe(true);
    expect(item.text).toMatch(/^\$\(pulse\) /);
  });
});
