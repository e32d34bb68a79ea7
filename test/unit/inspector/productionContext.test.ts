import { describe, expect, it } from 'vitest';
import { looksLikeProduction } from '../../../extension/inspector/productionContext.ts';

const patterns = ['*prod*', '*prd*', 'live-*'];

describe('a context looks like production', () => {
  it.each(['prod', 'eu-prod-1', 'PROD', 'arn:aws:eks:eu:1:cluster/shop-prd', 'nonprod', 'live-shop', 'Live-'])('by the name %s', (name) => {
    expect(looksLikeProduction([name], patterns)).toBe(true);
  });

  it.each(['kind-dev', 'pro-d', 'alive-shop', 'live', ''])('not by the name %j', (name) => {
    expect(looksLikeProduction([name], patterns)).toBe(false);
  });

  it('never by a pattern that is empty, always by a star, and by a whole name only where there is none', () => {
    expect(looksLikeProduction(['kind-dev'], ['', '  '])).toBe(false);
    expect(looksLikeProduction(['kind-dev'], ['*'])).toBe(true);
    expect([looksLikeProduction(['main'], [' main ']), looksLikeProduction(['main-2'], ['main'])]).toEqual([true, false]);
    expect([looksLikeProduction(['ab'], ['a*b']), looksLikeProduction(['a'], ['a*a']), looksLikeProduction(['axbxc'], ['a*b*c'])]).toEqual([true, false, true]);
  });

  it('within a moment, whatever the pattern', () => {
    expect(looksLikeProduction(['a'.repeat(5000)], [`${'*a'.repeat(2000)}*b`])).toBe(false);
  });

  it('by any of its names', () => {
    expect(looksLikeProduction(['admin', 'shop', 'api.prod.example.com:6443'], patterns)).toBe(true);
    expect(looksLikeProduction(['admin', 'shop-prd', '10.0.0.1:6443'], patterns)).toBe(true);
    expect(looksLikeProduction(['admin', 'shop', '10.0.0.1:6443'], patterns)).toBe(false);
    expect(looksLikeProduction([], ['*'])).toBe(false);
  });
});
