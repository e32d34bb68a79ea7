import type { Page } from 'playwright-core';

export interface Contrast {
  readonly text: string;
  readonly color: string;
  readonly background: string;
  /** WCAG 2 contrast ratio. */
  readonly ratio: number;
}

/**
 * The contrast of every text in the page against what lies behind it, shadow roots included. What is disabled is
 * left out, as WCAG does.
 */
export function contrasts(page: Page): Promise<Contrast[]> {
  return page.evaluate(() => {
    type Color = readonly [red: number, green: number, blue: number, alpha: number];
    const parse = (text: string): Color => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      return [red, green, blue, alpha];
    };
    const over = (top: Color, bottom: Color): Color => {
      const mix = (channel: 0 | 1 | 2): number => top[channel] * top[3] + bottom[channel] * (1 - top[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const luminance = ([red, green, blue]: Color): number => {
      const linear = (channel: number): number => (channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4);
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    };
    const parentOf = (element: Element): Element | null => element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as ShadowRoot).host ?? null;
    const backgroundOf = (element: Element | null): Color => {
      if (!element) return [255, 255, 255, 1];
      const own = parse(getComputedStyle(element).backgroundColor);
      return own[3] === 1 ? own : over(own, backgroundOf(parentOf(element)));
    };
    const isDisabled = (element: Element | null): boolean => element !== null && (element.ariaDisabled === 'true' || isDisabled(parentOf(element)));
    const found: Contrast[] = [];
    const visit = (root: Element | ShadowRoot): void => {
      for (const node of root.childNodes) {
        if (node instanceof Element) {
          if (node.shadowRoot) visit(node.shadowRoot);
          visit(node);
          continue;
        }
        const text = node.textContent?.trim() ?? '';
        const element = node instanceof Text && text !== '' ? (node.parentElement ?? (root as ShadowRoot).host) : null;
        if (!element || element.localName === 'style' || element.closest('.visually-hidden') || isDisabled(element) || !element.checkVisibility()) continue;
        const background = backgroundOf(element);
        const color = over(parse(getComputedStyle(element).color), background);
        const [bright, dark] = [luminance(color), luminance(background)].toSorted((a, b) => b - a) as [number, number];
        found.push({ text, color: color.join(), background: background.join(), ratio: (bright + 0.05) / (dark + 0.05) });
      }
    };
    visit(document.body);
    return found;
  });
}
