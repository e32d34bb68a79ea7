import { afterEach } from 'vitest';
import type { Workbench } from './workbench.ts';

/** Keeps a picture of the window of each test that fails. To be called at the top of a file. */
export function pictureOnFailure(workbench: () => Workbench | undefined): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    await workbench()?.screenshot(`FAILED-${task.name.replaceAll(/\W+/g, '-').slice(0, 60)}`);
  });
}
