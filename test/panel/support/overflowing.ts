import type { Page } from 'playwright-core';

/** Elements that are wider than the panel lets them be, or that stick out of it. What the keyboard can scroll to, too, in a table or a drawing, is not cut off. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolled = (element: Element | null): boolean => element !== null && ((element.matches('[tabindex="0"], [role="tablist"]') && getComputedStyle(element).overflowX === 'auto') || scrolled(element.parentElement));
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      if (element.closest('.visually-hidden, .stream-body') || scrolled(element.parentElement)) return false;
      const { left, right } = element.getBoundingClientRect();
      return right > width + 1 || left < -1;
    });
    return wide.map((element) => `${element.localName}.${element.getAttribute('class')}`);
  });
}
