import { afterAll, beforeAll, expect, it } from 'vitest';
import { SideBar } from '../pages/sideBar.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { Workbench } from '../workbench.ts';

/** The views where people put them: the panel below, the secondary side bar, and a side bar that is as narrow as VS Code lets it be. */
let workbench: Workbench;
pictureOnFailure(() => workbench);

/** VS Code's least width of a side bar is 170 pixels. */
const narrow = 175;

/** Each with the part of the window that it is, and with what VS Code calls the container in which the view has been until then. */
const places = [
  ['New Panel Entry', '.part.panel', 'Informers'],
  ['New Secondary Side Bar Entry', '.part.auxiliarybar', 'User View Container'],
] as const;

beforeAll(async () => {
  workbench = await Workbench.open({
    name: 'moved',
    vsix: process.env['VSIX']!,
    settings: { 'informerInspector.playground.churn': 'off' },
    env: { KUBECONFIG: '/nowhere/kubeconfig' },
  });
  const { sideBar } = workbench;
  await sideBar.open('Informers');
  await workbench.runCommand('Informer Inspector: Start Playground');
  await sideBar.expand('pods');
  await sideBar.expand('default');
  await sideBar.item(/^web-/).first().waitFor();
});
afterAll(() => workbench?.close());

/** Of what is drawn in a part of the window, whatever is wider than its place. */
async function tooWide(part: string): Promise<string[]> {
  const boxes = workbench.page.locator(`${part} .monaco-list, ${part} .welcome-view-content`);
  return (await boxes.all()).reduce<Promise<string[]>>(async (before, box) => {
    const { wide, place } = await box.evaluate((element) => {
      const { scrollWidth, clientWidth } = element as unknown as { scrollWidth: number; clientWidth: number };
      return { wide: scrollWidth, place: clientWidth };
    });
    return wide > place ? [...(await before), `${wide} in ${place}`] : before;
  }, Promise.resolve([]));
}

it('in a narrow side bar rows and welcome texts keep to its width, and names can still be told apart', async () => {
  const { sideBar } = workbench;
  await sideBar.widen(narrow);
  const { width } = (await sideBar.part.boundingBox())!;
  expect(width).toBeLessThan(narrow + 10);
  await expect.poll(() => tooWide('.part.sidebar')).toEqual([]);
  for (const name of ['Playground', 'pods', 'default']) {
    const label = (await sideBar.item(name).first().locator('.label-name').boundingBox())!;
    const { x } = (await sideBar.part.boundingBox())!;
    expect(label.x + label.width).toBeLessThanOrEqual(x + width);
  }
  await sideBar.content.getByRole('button', { name: 'Add Breakpoint...' }).waitFor({ state: 'attached' });
  await workbench.screenshot('narrow');
  await sideBar.widen(300);
});

it.each(places)('moved by "%s" the tree is there, with what is open in it, its menus and its filter', async (place, part, container) => {
  const { page } = workbench;
  await workbench.runCommand(`${container}: Focus on Informers View`);
  await workbench.runCommand('View: Move View', place);
  const moved = new SideBar(page, part);
  await moved.item('Playground').waitFor();
  const pod = moved.item(/^web-/).first();
  await pod.waitFor();
  const name = await pod.locator('.label-name').innerText();
  await expect.poll(() => tooWide(part)).toEqual([]);
  await moved.contextMenu(pod, 'Copy Key');
  await expect.poll(() => workbench.clipboard()).toBe(`default/${name}`);
  await workbench.runCommand('Informer Inspector: Filter...');
  await workbench.quickInput.fill('Filter Objects', name);
  await page.keyboard.press('Enter');
  await moved.part.getByText(`Filter: ${name}`).first().waitFor();
  await expect.poll(() => moved.item(/^web-/).count()).toBe(1);
  await workbench.screenshot(part.slice(6));
  await workbench.runCommand('Informer Inspector: Clear Filter');
  await expect.poll(() => moved.item(/^web-/).count()).toBe(3);
});

it('after a reload it stands where it was put, and the others where they were', async () => {
  const { page, sideBar } = workbench;
  await workbench.reload();
  const moved = new SideBar(page, places[1][1]);
  await moved.content.getByRole('button', { name: 'Try the Playground', exact: true }).click();
  await moved.item('pods').waitFor();
  await sideBar.open('Informers');
  await sideBar.content.getByRole('button', { name: 'Add Breakpoint...' }).waitFor({ state: 'attached' });
  await workbench.runCommand('View: Reset View Locations');
  await sideBar.item('pods').waitFor();
});

it('said nothing on the console that it should not have', () => {
  expect(workbench.console.errors).toEqual([]);
});
