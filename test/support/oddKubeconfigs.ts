import { kubeconfigFor } from './scriptedServer.ts';

/** A kubeconfig that kubectl either takes or refuses before it asks anybody. */
export interface OddKubeconfig {
  readonly name: string;
  readonly text: string;
  /** What is said of it; undefined: kubectl takes it. */
  readonly refused: RegExp | undefined;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const v1 = 'client.authentication.k8s.io/v1';
const exec = (more: object): object => ({ exec: { apiVersion: v1, command: '/bin/true', interactiveMode: 'Never', ...more } });
const token = { token: 'hush' };
const pem = { 'client-certificate-data': base64('hush'), 'client-key-data': base64('hush') };

/** @param here a file that is there. Nobody listens at the server. */
export function oddKubeconfigs(here: string): readonly OddKubeconfig[] {
  const taken: OddKubeconfig[] = [];
  const take = (name: string, user: object, cluster: object = {}, refused?: RegExp): void => {
    taken.push({ name, text: kubeconfigFor('https://127.0.0.1:1', user, cluster), refused });
  };
  take('a token', token);
  take('a token, and a file for later ones that is not there', { ...token, tokenFile: '/not/there' });
  take('a token beside a plugin', { ...exec({}), ...token });
  take('an insecure cluster with a name for its certificate', token, { 'insecure-skip-tls-verify': true, 'tls-server-name': 'x' });
  take('an insecure cluster with a CA, over plain http', token, { server: 'http://127.0.0.1:1', 'insecure-skip-tls-verify': true, 'certificate-authority-data': base64('x') });
  take('a proxy', token, { 'proxy-url': 'socks5://127.0.0.1:2' });

  take('a CA that is not there', token, { 'certificate-authority': '/not/there' }, /cluster "test" in .* names \/not\/there as its certificate-authority, which does not exist\. Correct the path/);
  take('a CA that is not there, over plain http', token, { server: 'http://127.0.0.1:1', 'certificate-authority': '/not/there' }, /does not exist/);
  take('a CA that is a folder', token, { 'certificate-authority': '/' }, /which is a folder/);
  take('a CA twice', token, { 'certificate-authority': here, 'certificate-authority-data': base64('x') }, /has both certificate-authority and certificate-authority-data\. Remove one/);
  take('an insecure cluster with a CA', token, { 'insecure-skip-tls-verify': true, 'certificate-authority-data': base64('x') }, /insecure-skip-tls-verify/);
  take('a proxy of another kind', token, { 'proxy-url': 'ftp://me:hush@x' }, /proxy-url, "ftp:\/\/x", that is not an http, https or socks5 address/);
  take('a proxy without scheme', token, { 'proxy-url': 'localhost:3128' }, /proxy-url/);
  take('a proxy that is no address', token, { 'proxy-url': '::bad' }, /proxy-url/);

  take('a certificate that is not there', { 'client-certificate': '/not/there', 'client-key': here }, {}, /user "test" in .* names \/not\/there as its client-certificate, which does not exist/);
  take('a key that is not there', { 'client-certificate': here, 'client-key': '/not/there' }, {}, /as its client-key, which does not exist/);
  take('a certificate without key', { 'client-certificate-data': base64('x') }, {}, /without its key/);
  take('a certificate twice', { ...pem, 'client-certificate': here }, {}, /has both client-certificate and client-certificate-data/);
  take('a key twice', { ...pem, 'client-key': here }, {}, /has both client-key and client-key-data/);
  take('a token file that is not there', { tokenFile: '/not/there' }, {}, /as its tokenFile, which does not exist/);
  take('a token and a password', { ...token, username: 'a', password: 'hush' }, {}, /both a token and a password/);
  take('a token file and a password', { tokenFile: here, username: 'a', password: 'hush' }, {}, /both a token and a password/);
  take('somebody else by groups alone', { ...token, 'as-groups': ['g'] }, {}, /without saying whose/);
  take('somebody else by uid alone', { ...token, 'as-uid': '1' }, {}, /without saying whose/);

  take('a plugin beside an auth provider', { ...exec({}), 'auth-provider': { name: 'oidc', config: {} } }, {}, /both a credential plugin \(exec\) and an auth-provider/);
  take('a plugin of v1 without interactiveMode', exec({ interactiveMode: undefined }), {}, /no interactiveMode\. Say whether it asks for input: Never, IfAvailable, Always/);
  take('a plugin with another interactiveMode', exec({ interactiveMode: 'Sometimes' }), {}, /the unknown interactiveMode "Sometimes"/);
  take('a plugin of another version', exec({ apiVersion: 'client.authentication.k8s.io/v1alpha1' }), {}, /speaks client\.authentication\.k8s\.io\/v1alpha1, which is not supported/);
  take('a plugin of no version', exec({ apiVersion: undefined }), {}, /without an apiVersion/);
  take('a plugin without command', exec({ command: undefined }), {}, /without a command/);
  take('a plugin with a variable without name', exec({ env: [{ value: 'x' }] }), {}, /a variable without a name/);
  take('a plugin without interactiveMode, over plain http', exec({ interactiveMode: undefined }), { server: 'http://127.0.0.1:1' }, /no interactiveMode/);
  return taken;
}
