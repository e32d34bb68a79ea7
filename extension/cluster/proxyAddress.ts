/** What client-go accepts as a proxy. */
export const proxySchemes = /^(https?|socks5):\/\/[^/]/i;

/** A proxy as it may be shown: user and password stand before an `@`. */
export function withoutPassword(proxy: string): string {
  return proxy.replace(/(^|\/\/)[^/]*@/, '$1');
}
