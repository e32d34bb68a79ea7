import type { VerificationView } from '../../../extension/protocol/pages/cache.ts';
import type { Texts } from '../../strings.ts';

/** Why there is none. */
export function failureText(failure: string, { t }: Texts): string {
  return t('checkFailed', { message: failure.endsWith('.') ? failure : `${failure}.` });
}

/** What came of a comparison, in one sentence. */
export function headline(last: VerificationView, { t, n }: Texts): string {
  const { outcome, version, objects, undecided } = last;
  switch (outcome) {
    case 'same':
      return t('checkSame', { objects: n('objects', objects), version });
    case 'differs':
      return t('checkDiffers', { version, keys: n('valueKeys', totalOf(last)) });
    case 'undecided':
      return t('checkUndecided', { version, keys: n('valueKeys', undecided?.count ?? 0) });
  }
}

/** Keys that differ. */
export function totalOf({ counts }: VerificationView): number {
  return Object.values(counts).reduce((sum, each) => sum + each, 0);
}
