const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?';
const host = `(?:${label}(?:\\.${label})*|\\[[a-fA-F0-9:]+\\])`;
const part = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
/** Repository, tag, digest. */
const reference = new RegExp(`^((?:${host}(?::[0-9]+)?/)?${part}(?:/${part})*)(?::(\\w[\\w.-]{0,127}))?(?:@((?:[A-Za-z][A-Za-z0-9]*[-_+.])*[A-Za-z][A-Za-z0-9]*:[0-9a-fA-F]{32,}))?$`);
const digests = [/^sha256:[0-9a-f]{64}$/, /^sha384:[0-9a-f]{96}$/, /^sha512:[0-9a-f]{128}$/];
/** In characters, of a repository. */
const longest = 255;

/**
 * The tag by which an image is pulled: `latest` where it has neither that nor a digest, none where it is no name of an image at all (kubernetes `ParseImageName`).
 * @param image `nginx`, `registry.example.com:5000/a/b:1.25@sha256:…`
 */
export function imageTag(image: string): string | undefined {
  // All of 64 hexadecimal digits would be the id of an image.
  if (/^[0-9a-f]{64}$/.test(image)) return undefined;
  const [, repository, tag, digest] = reference.exec(withRegistry(image)) ?? [];
  if (repository === undefined || repository.length > longest) return undefined;
  if (digest !== undefined && !digests.some((known) => known.test(digest))) return undefined;
  return tag ?? (digest === undefined ? 'latest' : undefined);
}

/** What is before the first slash is a registry only where it looks like a host, or could not be the name of a repository. */
function withRegistry(image: string): string {
  const first = image.slice(0, Math.max(0, image.indexOf('/')));
  if (/[.:A-Z]/.test(first) || first === 'localhost') return image;
  return `docker.io/${first === '' ? 'library/' : ''}${image}`;
}
