/** What client-go accepts as a proxy. */
export const proxySchemes = /^(https?|socks5):\/\/[^/]/i;

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'socks5:': 1080 };

/** A proxy as it may be shown: user and password stand before an `@`. */
export function withoutPassword(proxy: string): string {
  return proxy.replace(/(^|\/\/)[^/]*@/, '$1');
}

/** A host as sockets want it: an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

export function portOf({ port, protocol }: URL): number {
  return port === '' ? (defaultPorts[protocol] ?? 80) : Number(port);
}

/** What a proxy is told of who asks it, when its address says that. */
export function proxyAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  return `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;
}
