import type { Workbench } from './workbench.ts';

/** The playground is up, these rows of its tree are open, one in the other, and so is its panel. */
export async function startPlayground(workbench: Workbench, ...expanded: readonly string[]): Promise<void> {
  const { sideBar, panel } = workbench;
  await workbench.runCommand('Informer Inspector: Start Playground');
  await sideBar.item('Playground').waitFor();
  for (const row of expanded) await sideBar.expand(row);
  await workbench.runCommand('Informer Inspector: Open Panel');
  await panel.tab.waitFor();
}
