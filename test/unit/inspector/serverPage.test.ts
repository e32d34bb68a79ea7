import { expect, it } from 'vitest';
import type { Identity } from '../../../extension/cluster/identity.ts';
import { RequestStats } from '../../../extension/cluster/requestStats.ts';
import { serverPage } from '../../../extension/inspector/pages/serverPage.ts';
import { serverPicture } from '../../../extension/protocol/pages/server.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { noInside } from '../../support/insidePictures.ts';
import { openSession } from '../../support/openSession.ts';

const look = { inside: noInside };
const words = () => ({ word: '', detail: '' });

it('shows who the server is, and of each kind of request its number, bytes and times', async () => {
  const clock = new FakeClock();
  const requests = new RequestStats(clock);
  for (let each = 1; each <= 100; each++) {
    const request = requests.sent('GET', '/api/v1/pods?limit=500');
    clock.pass(each === 100 ? 900 : 8);
    request.answered(each === 50 ? 429 : 200, each === 50 ? { 'retry-after': '1' } : {});
    request.received(1000);
    request.ended();
  }
  requests.sent('GET', '/api/v1/pods?watch=1').answered(200, {});
  const { session } = openSession({ cluster: { requests } });
  const picture = () => serverPage({ session, selected: null, words }, look);
  expect(picture()).toMatchObject({ address: 'https://127.0.0.1:6443', connection: 'connecting', version: '' });
  await session.connect();
  expect(picture()).toMatchObject({
    connection: 'connected',
    version: 'v1.34.0',
    requests: {
      sent: 101,
      refused: 1,
      bytes: 100_000,
      tooMany: 1,
      latency: { count: 100 },
      kinds: [
        { verb: 'list', resource: 'v1/pods', requests: 100, p50: 10, p99: 10 },
        { verb: 'watch', resource: 'v1/pods', requests: 1 },
      ],
      refusals: [{ verb: 'list', resource: 'v1/pods', retryAfter: 1, priorityLevel: '' }],
      watches: [{ resource: 'v1/pods' }],
    },
  });
  expect(serverPicture(picture(), 'body')).toBeUndefined();
  await session.close();
});

it('shows who asks, and as whom, with the groups that the server gives a ServiceAccount, within bounds', async () => {
  const account = { user: 'system:serviceaccount:shop:web', uid: undefined, groups: [], extra: {} };
  const many = Array.from({ length: 60 }, (_, index) => `group-${index}`);
  const long = 'x'.repeat(5000);
  const identities: [Identity, unknown][] = [
    [{ user: 'dev', withheld: false }, { user: 'dev', withheld: false, impersonated: null, replaced: '' }],
    [{ user: '', withheld: true }, { user: '', withheld: true, impersonated: null, replaced: '' }],
    [
      { user: 'dev', withheld: false, impersonated: account, replaced: { ...account, user: 'bob' } },
      { impersonated: { user: account.user, uid: '', groups: ['system:serviceaccounts', 'system:serviceaccounts:shop', 'system:authenticated'], extra: [], more: 0 }, replaced: 'bob' },
    ],
    [{ user: long, withheld: false, impersonated: { user: long, uid: '7', groups: many, extra: { [long]: many, b: ['1'] } } }, { impersonated: { uid: '7', groups: { length: 50 }, extra: [{ values: { length: 50 } }, { name: 'b', values: ['1'] }], more: 20 } }],
  ];
  for (const [identity, view] of identities) {
    const { session } = openSession({ cluster: { identity } });
    const picture = serverPage({ session, selected: null, words }, look);
    expect(picture.identity).toMatchObject(view as object);
    expect(serverPicture(picture, 'body')).toBeUndefined();
    await session.close();
  }
});

it('says of what sends nothing, and of a time of which nothing was counted, that it does not know', async () => {
  const { session } = openSession();
  expect(serverPage({ session, selected: null, words }, look)).toMatchObject({ requests: null, identity: null });
  await session.close();
});
