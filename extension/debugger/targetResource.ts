/** `v1/pods` of `v1/pods/status d/web`: the resource of what a `reconcile.write` names as its target. */
export function targetResource(target: string): string {
  const [resource = ''] = target.split(' ', 1);
  return resource.endsWith('/status') ? resource.slice(0, -'/status'.length) : resource;
}
