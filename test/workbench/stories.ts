import { expect } from 'vitest';
import { type KubeApi, pod } from './kubeApi.ts';
import type { Workbench } from './workbench.ts';

/**
 * What a window shows of pods that come from elsewhere, the same on every cluster. The tree shows the namespace `default` of the
 * informer on pods, opened, and the panel is open.
 */
const pods = '/api/v1/namespaces/default/pods';

/**
 * Creates a pod through the API, and returns how many seconds later it is in the tree and in the panel. A person's patience, on a
 * machine that does nothing else: the best of three pods, `NAME-1` and so on, for one that does.
 */
export async function secondsToAppear({ sideBar, panel }: Workbench, api: KubeApi, name: string): Promise<number> {
  let best = Infinity;
  for (let attempt = 1; attempt <= 3 && best > 1; attempt++) {
    const each = `${name}-${attempt}`;
    await api.create(pods, pod(each));
    const created = performance.now();
    await Promise.all([sideBar.item(each).waitFor(), panel.row(new RegExp(`${each}\\b`)).first().waitFor()]);
    best = Math.min(best, (performance.now() - created) / 1000);
  }
  return best;
}

/** Pauses, then creates a pod and changes it: the Reflector goes on, and both deltas wait under their key. */
export async function holdInDeltaFifo({ panel }: Workbench, api: KubeApi, name: string): Promise<void> {
  await panel.button('Pause').click();
  await panel.frame.getByText(/^Paused/).first().waitFor();
  await api.create(pods, pod(name));
  await expect.poll(() => panel.deltaQueue()).toContain(`default/${name}`);
  const deltas = (): Promise<string[]> => panel.deltas(`default/${name}`).allInnerTexts();
  await expect.poll(async () => (await deltas())[0]).toMatch(/^Added \d+$/);
  const { metadata } = (await api.patch(`${pods}/${name}`, { metadata: { labels: { changed: 'yes' } } })) as { metadata: { resourceVersion: string } };
  // A cluster that runs its pods changes it, too.
  await expect.poll(deltas).toContain(`Updated ${metadata.resourceVersion}`);
}

/** Steps until the pod that waits has been popped, and the tree, which is a handler like any other and may be held in its turn, has been told. */
export async function stepUntilShown({ sideBar, panel }: Workbench, name: string): Promise<void> {
  await expect
    .poll(async () => {
      const shown = (await sideBar.item(name).count()) > 0;
      // Another key may stand before it; where nothing is held any more, there is nothing to click.
      if (!shown && (await panel.button('Step').isEnabled())) await panel.button('Step').click();
      return shown;
    })
    .toBe(true);
  // A cluster that runs its pods may have changed it since, and that waits in its turn.
  await expect.poll(() => panel.deltas(`default/${name}`).allInnerTexts()).not.toContainEqual(expect.stringMatching(/^Added/));
}
