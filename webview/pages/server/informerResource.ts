/** `v1/pods` of `v1/pods@default`, `v1/pods?labelSelector=app=web` and `v1/pods#metadata`; empty of nothing. */
export function informerResource(informer: string): string {
  return informer.split(/[@?#]/, 1)[0]!;
}
