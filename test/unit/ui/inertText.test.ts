import { describe, expect, it } from 'vitest';
import { withoutIcons, withoutLinks } from '../../../extension/ui/inertText.ts';

describe('what a server says', () => {
  it('makes no link in a notification', () => {
    const text = withoutLinks('pods is forbidden: [click](command:workbench.action.quit) or [here](https://example.com)');
    expect(text).not.toMatch(/\]\(/);
    expect(text.replaceAll('\u200B', '')).toBe('pods is forbidden: [click](command:workbench.action.quit) or [here](https://example.com)');
  });

  it('makes no icon in a label', () => {
    expect(withoutIcons('$(trash) x $(sync~spin)')).not.toContain('$(');
    expect(withoutIcons('pods')).toBe('pods');
  });
});
