/** `v1/pods` of `v1/pods@default`, `v1/pods?labelSelector=app=web` and `v1/pods#metadata`: what stands first in the name of an informer (`informerName`). */
export function resourceOfInformer(informer: string): string {
  const end = informer.search(/[@?#]/);
  return end < 0 ? informer : informer.slice(0, end);
}
