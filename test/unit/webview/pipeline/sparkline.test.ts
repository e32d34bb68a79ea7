import { describe, expect, it } from 'vitest';
import { ratesNow, sparkHeight, sparkPath, sparkWidth } from '../../../../webview/pipeline/sparkline.ts';

describe('sparkPath', () => {
  it('has a bar for each second with something in it, the newest on the right, the greatest as high as there is room', () => {
    expect(sparkPath([0, 5, 10])).toBe(`M${sparkWidth - 4} ${sparkHeight}v-6h1.5v6zM${sparkWidth - 2} ${sparkHeight}v-12h1.5v12z`);
  });

  it('shows little beside much', () => {
    expect(sparkPath([1, 5000])).toContain('v-1h');
  });

  it('is nothing where nothing has happened', () => {
    expect(sparkPath([])).toBe('');
    expect(sparkPath([0, 0])).toBe('');
  });
});

describe('ratesNow', () => {
  it('move on while no picture comes', () => {
    expect(ratesNow({ rates: [1, 2], lastMs: 0 }, 2500)).toEqual([1, 2, 0, 0]);
    expect(ratesNow({ rates: Array.from({ length: 30 }, () => 1), lastMs: 0 }, 29_500).filter(Boolean)).toHaveLength(1);
    expect(ratesNow({ rates: [1], lastMs: 0 }, 3_600_000).filter(Boolean)).toEqual([]);
    expect(ratesNow({ rates: [], lastMs: null }, 9000)).toEqual([]);
  });
});
