import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Emitter } from '../../../extension/base/emitter.ts';
import { silentLogger } from '../../../extension/base/logger.ts';
import type { Inspector } from '../../../extension/inspector/inspector.ts';
import type { Session } from '../../../extension/inspector/session.ts';
import type { SessionController } from '../../../extension/inspector/sessionController.ts';
import type { Sessions } from '../../../extension/inspector/sessions.ts';
import { CrashNotices } from '../../../extension/ui/crashNotices.ts';
import type { Notifier } from '../../../extension/ui/notifier.ts';
import { offerReconnect } from '../../../extension/ui/outdatedSessions.ts';
import { SilencedNotices } from '../../../extension/ui/silencedNotices.ts';
import { messages } from '../../support/fakeVscode.ts';
import { jsonMemento } from '../../support/jsonMemento.ts';

vi.mock('vscode', async () => (await import('../../support/fakeVscode.ts')).fakeVscode);

const silence = 'Don’t Show Again';
/** What is kept of a workspace, from one window to the next. */
let kept = jsonMemento();
const logged: string[] = [];
const silenced = (): SilencedNotices => new SilencedNotices(kept, { ...silentLogger, info: (_tag, text) => logged.push(text) });
const texts = (): string[] => messages.shown.map(({ text }) => text);

beforeEach(() => {
  kept = jsonMemento();
  messages.shown.length = logged.length = 0;
  messages.press = () => undefined;
});

describe('N3: a reconciler that crashes', () => {
  /** Another run is another object of the same name. */
  const run = (name: string): SessionController => ({ name, sentence: `${name} left its loop`, error: new Error(`${name} left its loop`), state: 'crashed' }) as unknown as SessionController;

  const crash = async (...controllers: readonly SessionController[]): Promise<void> => {
    const onCrash = new Emitter<SessionController>();
    const session = { controllers: { onCrash: onCrash.event } } as unknown as Session;
    const sessions = { all: [session], onChange: new Emitter<void>().event } as unknown as Sessions;
    const notices = new CrashNotices(sessions, { show: () => true }, silenced(), silentLogger);
    for (const controller of controllers) onCrash.fire(controller);
    await new Promise(setImmediate);
    notices.dispose();
  };

  it('is told of again after it was seen, with a way to hear no more of it', async () => {
    const controller = run('shop');
    await crash(controller);
    await crash(controller);
    expect(texts()).toEqual(['shop left its loop.', 'shop left its loop.']);
    expect(messages.shown[0]).toMatchObject({ kind: 'error', buttons: ['Restart', 'Show Output', silence] });
  });

  it('is not told of any more when that was pressed: not in its next run, and not in the next window', async () => {
    messages.press = () => silence;
    await crash(run('shop'));
    await crash(run('shop'), run('shop'), run('other'));
    expect(texts()).toEqual(['shop left its loop.', 'other left its loop.']);
    expect(logged).toEqual(expect.arrayContaining(['not shown, as asked for before (crash shop): shop left its loop.']));
  });
});

describe('N3: a kubeconfig entry that changes', () => {
  const dev = { id: 'context:dev', source: { kind: 'context', context: 'dev' }, controllers: { all: [] } } as unknown as Session;
  const prod = { id: 'context:prod', source: { kind: 'context', context: 'prod' }, controllers: { all: [] } } as unknown as Session;
  const reconnected: Session[] = [];
  const inspector = { sessions: { get: (id: string) => [dev, prod].find((each) => each.id === id) }, reconnect: async (session: Session) => reconnected.push(session) } as unknown as Inspector;
  const change = (...sessions: readonly Session[]): Promise<void> => offerReconnect(sessions, inspector, {} as Notifier, silenced());

  it('is told of at each change, and connected again on request', async () => {
    await change(dev);
    messages.press = () => 'Reconnect';
    await change(dev);
    expect(messages.shown).toHaveLength(2);
    expect(messages.shown[0]).toMatchObject({ kind: 'information', text: expect.stringContaining('The kubeconfig entry for dev has changed.'), buttons: ['Reconnect', silence] });
    expect(reconnected).toEqual([dev]);
  });

  it('is not told of any more when that was pressed, in this window or the next; that of another source is', async () => {
    messages.press = () => silence;
    await change(dev);
    await change(dev);
    await change(dev, prod);
    expect(texts().map((text) => /entry for (.+) has/.exec(text)![1])).toEqual(['dev', 'prod']);
    expect(logged).toHaveLength(2);
  });
});

it.each([null, 7, 'crash shop', { 0: 'crash shop' }, [7, null]])('takes what is not its own for nothing: %j', (value) => {
  kept = jsonMemento({ silencedNotices: value });
  expect(silenced().isSilent('crash shop', '')).toBe(false);
  silenced().silence('crash shop');
  expect(silenced().isSilent('crash shop', '')).toBe(true);
});
