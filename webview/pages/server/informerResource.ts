/** `v1/pods` of `v1/pods@default` and `v1/pods#metadata`; empty of nothing. */
export function informerResource(informer: string): string {
  return informer.split(/[@#]/, 1)[0]!;
}
