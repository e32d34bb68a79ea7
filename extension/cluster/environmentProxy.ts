import { BlockList, isIP } from 'node:net';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that the environment prescribes for a server, as Go's `httpproxy` reads it: `HTTPS_PROXY` or
 * `HTTP_PROXY` in either case, unless `NO_PROXY` excepts the host: a name with its subdomains, with a dot before it
 * these alone, an address, a CIDR range, each but the last with or without port, or `*` (K10). Loopback is never proxied.
 */
export function environmentProxy(server: URL, env: Environment): string | undefined {
  const name = server.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = env[name] || env[name.toLowerCase()];
  if (!proxy) return undefined;
  const host = server.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isLoopback(host)) return undefined;
  const port = server.port || (server.protocol === 'https:' ? '443' : '80');
  const exceptions = (env['NO_PROXY'] || env['no_proxy'] || '').split(',').map((entry) => entry.trim().toLowerCase());
  if (exceptions.some((entry) => entry !== '' && isExcepted(host, port, entry))) return undefined;
  // Names are looked up by the proxy with either; Go takes one for the other, too.
  return /^[a-z0-9]+:\/\//i.test(proxy) ? proxy.replace(/^socks5h:/i, 'socks5:') : `http://${proxy}`;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function isExcepted(host: string, port: string, entry: string): boolean {
  if (entry === '*') return true;
  const range = /^(.+)\/(\d+)$/.exec(entry);
  if (range) return isInRange(host, range[1]!, Number(range[2]));
  const withPort = isIP(entry) === 6 ? null : /^(.+):(\d+)$/.exec(entry);
  if (withPort && withPort[2] !== port) return false;
  const name = (withPort?.[1] ?? entry).replace(/^\[|\]$/g, '').replace(/^\*\./, '.');
  if (name.startsWith('.')) return host.endsWith(name);
  return host === name || (isIP(host) === 0 && host.endsWith(`.${name}`));
}

function isInRange(host: string, network: string, prefix: number): boolean {
  const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(network) === 0 || isIP(network) !== isIP(host) || prefix > (family === 'ipv6' ? 128 : 32)) return false;
  const range = new BlockList();
  range.addSubnet(network, prefix, family);
  return range.check(host, family);
}
