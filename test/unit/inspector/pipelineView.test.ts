import { describe, expect, it } from 'vitest';
import { panelState } from '../../../extension/inspector/pipelineView.ts';
import { openSession } from '../../support/openSession.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const secrets = { group: '', version: 'v1', resource: 'secrets' };

describe('the Reflector of several informers', () => {
  it('is the one in the worst state, by its name, with how many fail', async () => {
    const { session, clock } = openSession();
    session.informers.start(pods);
    session.informers.start(secrets);
    await clock.advance(100);
    const words = (): { word: string; detail: string } => ({ word: 'watching', detail: '' });
    expect(panelState(session, null, '', words).pipeline.reflector).toMatchObject({ informers: 2, failing: 0 });
    session.tracer.record({ kind: 'reflector.error', informer: 'v1/secrets', phase: 'list', code: 403, reason: 'Forbidden', message: 'no', will: 'retry' });
    expect(panelState(session, null, '', words).pipeline.reflector).toMatchObject({ informer: 'v1/secrets', informers: 2, failing: 1 });
    expect(panelState(session, 'v1/pods', '', words).pipeline.reflector).toMatchObject({ informer: 'v1/pods', informers: 1, failing: 0 });
    await session.close();
  });
});

describe('a delta queue', () => {
  it('tells of which kind it is', () => {
    const { session } = openSession();
    session.informers.start(pods);
    const kinds = panelState(session, null, '', () => ({ word: '', detail: '' })).deltaQueues.map(({ kind }) => kind);
    expect(kinds).toEqual(['DeltaFIFO']);
  });
});
