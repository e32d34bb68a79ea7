import { describe, expect, it } from 'vitest';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

describe('Expirer', () => {
  it('lets events go an hour after they happened last, and nothing else', async () => {
    const harness = new PlaygroundHarness();
    const count = async (resource: string): Promise<number> => (await harness.get(`/api/v1/namespaces/default/${resource}`)).json.items.length;
    expect(await count('events')).toBe(3);
    await harness.clock.advance(15 * 60_000);
    expect(await count('events')).toBe(3);
    await harness.clock.advance(10 * 60_000);
    expect(await count('events')).toBe(0);
    expect(await count('configmaps')).toBe(2);
  });
});
