import { beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '../../../../extension/playground/registry/jobShapes.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const jobs = '/apis/batch/v1/namespaces/default/jobs';

let harness: PlaygroundHarness;
beforeEach(() => {
  harness = new PlaygroundHarness();
});

function template(restartPolicy?: string): object {
  return { metadata: { labels: { app: 'j' } }, spec: { ...(restartPolicy && { restartPolicy }), containers: [{ name: 'c', image: 'i:1' }] } };
}

async function create(spec: object): Promise<{ readonly status: number; readonly job: Job; readonly message: string }> {
  const { status, json } = await harness.ask('POST', jobs, { body: { metadata: { name: 'j' }, spec: { template: template('Never'), ...spec } } });
  return { status, job: json, message: json.message };
}

describe('a Job', () => {
  it('is given defaults, and a selector for its pods alone', async () => {
    const { status, job } = await create({});
    expect(status).toBe(201);
    const { uid } = job.metadata;
    expect(job.metadata).toMatchObject({ generation: 1, labels: { app: 'j' } });
    expect(job.spec).toMatchObject({ parallelism: 1, completions: 1, backoffLimit: 6, completionMode: 'NonIndexed', suspend: false, podReplacementPolicy: 'TerminatingOrFailed' });
    expect(job.spec.selector).toEqual({ matchLabels: { 'batch.kubernetes.io/controller-uid': uid } });
    expect(job.spec.template.metadata?.labels).toEqual({ app: 'j', 'controller-uid': uid, 'job-name': 'j', 'batch.kubernetes.io/controller-uid': uid, 'batch.kubernetes.io/job-name': 'j' });
  });

  it('has no completions where only its parallelism is given', async () => {
    expect((await create({ parallelism: 3 })).job.spec).not.toHaveProperty('completions');
  });

  it.each([
    [{ template: template() }, 'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
    [{ completionMode: 'Other' }, 'spec.completionMode: Unsupported value: "Other"'],
    [{ completionMode: 'Indexed', parallelism: 2 }, 'spec.completions: Required value: when completion mode is Indexed'],
    [{ backoffLimit: -1 }, 'must be greater than or equal to 0'],
    [{ selector: { matchLabels: { app: 'j' } } }, '`selector` not auto-generated'],
    [{ manualSelector: true }, 'spec.selector: Required value'],
    [{ manualSelector: true }, '`selector` does not match template `labels`'],
    [{ manualSelector: true, selector: { matchLabels: { app: 'other' } } }, '`selector` does not match template `labels`'],
  ])('is refused as %j', async (spec, message) => {
    const refused = await create(spec);
    expect([refused.status, refused.message]).toEqual([422, expect.stringContaining(message)]);
  });

  it('keeps its template, its selector and its completions', async () => {
    await create({});
    for (const [spec, status] of [[{ completions: 2 }, 422], [{ template: { spec: { restartPolicy: 'OnFailure' } } }, 422], [{ parallelism: 2 }, 200], [{ suspend: true }, 200]] as const) {
      expect((await harness.patch(`${jobs}/j`, { spec })).status, JSON.stringify(spec)).toBe(status);
    }
  });

  it('has its status apart, and is shown with it', async () => {
    await create({ completions: 3, parallelism: 2 });
    const status = { startTime: '1970-01-01T00:00:00Z', succeeded: 1 };
    expect((await harness.patch(`${jobs}/j`, { status })).json.status).toEqual({});
    expect((await harness.patch(`${jobs}/j/status`, { status })).json.status).toEqual(status);
    const { json } = await harness.ask('GET', `${jobs}/j`, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
    expect(json.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(['Name', 'Status', 'Completions', 'Duration', 'Age', 'Containers', 'Images', 'Selector']);
    expect(json.rows[0].cells.slice(0, 3)).toEqual(['j', 'Running', '1/3']);
    expect((await harness.get(`${jobs}?fieldSelector=status.successful%3D1`)).json.items).toHaveLength(1);
    const done = await harness.ask('GET', '/apis/batch/v1/namespaces/shop/jobs/import-catalog', { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
    expect(done.json.rows[0].cells.slice(0, 5)).toEqual(['import-catalog', 'Complete', '1/1', '95s', '7h1m']);
  });

  it('leaves its pods behind unless a deletion says otherwise, and warns of it', async () => {
    await create({});
    expect((await harness.ask('DELETE', `${jobs}/j`)).warnings).toEqual([expect.stringContaining('child pods are preserved by default when jobs are deleted')]);
    await create({});
    expect((await harness.ask('DELETE', `${jobs}/j`, { body: { propagationPolicy: 'Background' } })).warnings).toEqual([]);
  });
});
