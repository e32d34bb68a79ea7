import { expect, it } from 'vitest';
import { compareResourceVersions } from '../../../extension/kube/resourceVersion.ts';

it('compares versions as the numbers that they are, also beyond what a double holds', () => {
  const rising = ['', '9', '10', '99', '100', '9007199254740992', '9007199254740993', '18446744073709551615'];
  for (const [index, one] of rising.entries()) {
    for (const [other, version] of rising.entries()) expect(Math.sign(compareResourceVersions(one, version))).toBe(Math.sign(index - other));
  }
});
