import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

type WithAxe = { readonly axe?: { run(part: string): Promise<AxeResults> } };

/** What axe finds wrong on the page or in a part of it, one line for each element. @param part a selector */
export async function axeFindings(page: Page, part = 'html'): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const violations = await page.evaluate(async (selector) => {
    const { violations: all } = await (window as WithAxe).axe!.run(selector);
    return all.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target, failureSummary }) => ({ target: target.map(String), failureSummary })) }));
  }, part);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n').slice(1, 3).join(' ')}`));
}
