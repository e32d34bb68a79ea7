/** What credential plugins print, and what becomes of it here; kubectl takes the same and refuses the same. `hush` is what no sentence may repeat. */
export interface PluginAnswer {
  readonly name: string;
  readonly output: string;
  /** Part of the sentence; undefined: it is taken. */
  readonly refused: string | undefined;
}

export const pluginApiVersion = 'client.authentication.k8s.io/v1';

const credential = (status: unknown, more: object = {}): string => JSON.stringify({ kind: 'ExecCredential', apiVersion: pluginApiVersion, status, ...more });
const answer = (name: string, output: string, refused?: string): PluginAnswer => ({ name, output, refused });

export const pluginAnswers: readonly PluginAnswer[] = [
  answer('a token', credential({ token: 'hush' })),
  answer('JSON with blanks around it', `\n  ${credential({ token: 'hush' })}\n`),
  answer('no kind', credential({ token: 'hush' }, { kind: undefined })),
  answer('YAML', `apiVersion: ${pluginApiVersion}\nkind: ExecCredential\nstatus:\n  token: hush\n`),
  answer('JSON behind a byte order mark', `\ufeff${credential({ token: 'hush' })}`),
  answer('YAML behind a byte order mark', `\ufeffapiVersion: ${pluginApiVersion}\nkind: ExecCredential\nstatus:\n  token: hush\n`),
  answer('more than is known', credential({ token: 'hush', other: 1 }, { spec: { interactive: false } })),
  answer('what is not set as null', credential({ token: 'hush', clientCertificateData: null, expirationTimestamp: null })),
  answer('a time that has passed', credential({ token: 'hush', expirationTimestamp: '2001-01-01T00:00:00Z' })),
  answer('text before the JSON', `Hello\n${credential({ token: 'hush' })}`, 'printed something that is not an ExecCredential; standard output must hold one alone, in JSON, and no other text'),
  answer('text behind the JSON', `${credential({ token: 'hush' })} hush`, 'and no other text'),
  answer('two objects', `${credential({ token: 'hush' })}\n${credential({ token: 'hush' })}`, 'and no other text'),
  answer('a page of HTML', '<html>hush</html>', 'not an ExecCredential'),
  answer('a token alone', 'hush-hush', 'not an ExecCredential'),
  answer('nothing', ' \n', 'ended without an error, and printed nothing'),
  answer('a list', '["hush"]', 'not an ExecCredential'),
  answer('something else', '{"kind":"Pod"}', 'printed an object that is not an ExecCredential'),
  answer('another version', credential({ token: 'hush' }, { apiVersion: 'client.authentication.k8s.io/v1beta1' }), 'answered in client.authentication.k8s.io/v1beta1, but the kubeconfig says client.authentication.k8s.io/v1; make both the same'),
  answer('a version that nobody knows', credential({ token: 'hush' }, { apiVersion: 'hush' }), 'answered in another apiVersion, but'),
  answer('no version', credential({ token: 'hush' }, { apiVersion: undefined }), 'answered in no apiVersion, but'),
  answer('no status', credential(undefined), 'printed an ExecCredential without status'),
  answer('a status that is none', credential(['hush']), 'whose status is not an object'),
  answer('an empty status', credential({}), 'gave neither a token nor a certificate'),
  answer('a token that is a number', credential({ token: 5 }), 'gave a token that is not a text'),
  answer('a certificate alone', credential({ clientCertificateData: 'hush' }), 'gave a certificate without its key'),
  answer('a key alone', credential({ token: 'hush', clientKeyData: 'hush' }), 'gave a key without its certificate'),
  answer('no time', credential({ token: 'hush', expirationTimestamp: 'soon' }), 'gave an expirationTimestamp that is not a time such as'),
  answer('a year', credential({ token: 'hush', expirationTimestamp: '2030' }), 'not a time'),
  answer('an empty time', credential({ token: 'hush', expirationTimestamp: '' }), 'not a time'),
  answer('a day that is none', credential({ token: 'hush', expirationTimestamp: '2030-13-01T00:00:00Z' }), 'not a time'),
];
