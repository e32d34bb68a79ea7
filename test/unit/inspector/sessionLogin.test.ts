import { beforeEach, describe, expect, it } from 'vitest';
import { CredentialActivity } from '../../../extension/cluster/credentialActivity.ts';
import { SessionLogin } from '../../../extension/inspector/sessionLogin.ts';
import { FakeClock } from '../../support/fakeClock.ts';

let clock: FakeClock;
let activity: CredentialActivity;
let login: SessionLogin;
let changes: number;

beforeEach(() => {
  clock = new FakeClock();
  activity = new CredentialActivity(clock, '/bin/aws');
  login = new SessionLogin(activity, clock);
  changes = 0;
  login.onChange(() => changes++);
});

const begin = (cancel = (): void => undefined) => activity.begin('jane', '/bin/aws', cancel);

describe('the plugin that a session waits for (K6)', () => {
  it('is not told of when it is fast and silent', async () => {
    const report = begin();
    await clock.advance(1499);
    expect(login.waiting).toBeUndefined();
    report.end();
    await clock.advance(10_000);
    expect(changes).toBe(0);
    expect(clock.pending).toBe(0);
  });

  it('is told of when it takes its time', async () => {
    const report = begin();
    await clock.advance(1500);
    expect(login.waiting).toMatchObject({ user: 'jane', command: '/bin/aws', lines: [] });
    report.end();
    expect(login.waiting).toBeUndefined();
    expect(changes).toBe(2);
  });

  it('is told of at once when it says something, and again for each line', async () => {
    const report = begin();
    report.say('open https://login.example', false);
    expect(login.waiting?.prompt).toEqual({ link: 'https://login.example' });
    report.say('and enter the code ABCD-1234', false);
    report.say('waiting', false);
    report.say('waiting.', true);
    expect(login.waiting).toMatchObject({ lines: ['open https://login.example', 'and enter the code ABCD-1234', 'waiting.'], prompt: { link: 'https://login.example', code: 'ABCD-1234' } });
    expect(changes).toBe(4);
    expect(clock.pending).toBe(0);
  });

  it('keeps its last lines, and what it asked for although that has gone', () => {
    const report = begin();
    report.say('open https://login.example and enter the code ABCD-1234', false);
    for (let line = 0; line < 100; line++) report.say(`still waiting ${line}`, false);
    expect(login.waiting?.lines).toHaveLength(20);
    expect(login.waiting?.lines.at(-1)).toBe('still waiting 99');
    expect(login.waiting?.prompt).toEqual({ link: 'https://login.example', code: 'ABCD-1234' });
  });

  it('begins anew with the next one', async () => {
    const first = begin();
    first.say('code: ABCD-1234', false);
    first.end();
    await clock.advance(60_000);
    const second = begin();
    first.say('too late', false);
    expect(login.waiting).toBeUndefined();
    await clock.advance(1500);
    expect(login.waiting).toMatchObject({ startedAt: 60_000, lines: [], prompt: {} });
    first.end();
    expect(login.waiting).toBeDefined();
    second.end();
    expect(login.waiting).toBeUndefined();
  });

  it('can be cancelled while it runs, and only then', () => {
    let cancelled = 0;
    const report = begin(() => cancelled++);
    login.cancel();
    report.end();
    login.cancel();
    expect(cancelled).toBe(1);
  });

  it('is nothing where nobody is asked who it is, and nothing is left when the session ends', async () => {
    expect(new SessionLogin(undefined, clock).waiting).toBeUndefined();
    begin();
    login.dispose();
    expect(clock.pending).toBe(0);
    activity.begin('jane', 'x', () => undefined).say('x', false);
    expect(changes).toBe(0);
  });
});
