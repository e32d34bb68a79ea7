import { expect, it } from 'vitest';
import { RequestStats } from '../../../extension/cluster/requestStats.ts';
import { serverPage } from '../../../extension/inspector/pages/serverPage.ts';
import { serverPicture } from '../../../extension/protocol/pages/server.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { openSession } from '../../support/openSession.ts';

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
  const picture = () => serverPage({ session, selected: null, words }, {});
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

it('says of what sends nothing, and of a time of which nothing was counted, that it does not know', async () => {
  const { session } = openSession();
  expect(serverPage({ session, selected: null, words }, {}).requests).toBeNull();
  await session.close();
});
