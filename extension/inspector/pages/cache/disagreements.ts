import type { CachePicture, DisagreementView } from '../../../protocol/pages/cache.ts';
import { formatResource } from '../../../kube/resource.ts';
import { clipName, clipWord } from '../../clip.ts';
import type { PicturedInformer } from '../../sessionPicture.ts';

/** Keys that are compared in one picture: it is made ten times a second. */
const comparedKeys = 1000;
const shown = 20;

/** Keys that two informers of one resource hold in different versions. That passes, unless one of them stands still. */
export function disagreements(informers: readonly PicturedInformer[]): CachePicture['disagreements'] {
  const first: DisagreementView[] = [];
  let compared = 0;
  let count = 0;
  for (const [index, one] of informers.entries()) {
    for (const other of informers.slice(index + 1)) {
      if (formatResource(one.informer.resource) !== formatResource(other.informer.resource)) continue;
      const [small, large] = one.informer.indexer.size <= other.informer.indexer.size ? [one, other] : [other, one];
      for (const key of small.informer.indexer.listKeys()) {
        if (compared >= comparedKeys) return { compared, count, first };
        const object = small.informer.indexer.get(key)!;
        const twin = large.informer.indexer.get(key);
        compared++;
        // What only one of them has may be outside of the other's scope.
        if (!twin || twin.metadata.resourceVersion === object.metadata.resourceVersion) continue;
        count++;
        if (first.length < shown) first.push(viewOf(key, [small.name, object.metadata.resourceVersion], [large.name, twin.metadata.resourceVersion]));
      }
    }
  }
  return { compared, count, first };
}

function viewOf(key: string, [informer, rv = '']: readonly [string, string | undefined], [other, otherRv = '']: readonly [string, string | undefined]): DisagreementView {
  return { key: clipName(key), informer: clipName(informer), rv: clipWord(rv), other: clipName(other), otherRv: clipWord(otherRv) };
}
