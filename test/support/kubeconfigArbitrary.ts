import fc from 'fast-check';

/** Where things of a kubeconfig stand, before files are written: what refers to certificates, ports and proxies does so by name. */
export interface KubeconfigCase {
  readonly files: readonly KubeconfigDraft[];
  /** The files of `KUBECONFIG`, by number; a number without a file is one that is not there. */
  readonly order: readonly number[];
}

export interface KubeconfigDraft {
  readonly shape: 'yaml' | 'json' | 'empty' | 'comments';
  readonly currentContext: string | undefined;
  readonly clusters: readonly Named<ClusterDraft>[];
  readonly users: readonly Named<UserDraft>[];
  readonly contexts: readonly Named<{ readonly cluster: string; readonly user: string }>[];
}

export interface Named<T> {
  readonly name: string;
  readonly value: T;
}

export interface ClusterDraft {
  readonly scheme: 'http' | 'https' | 'none';
  readonly host: '127.0.0.1' | 'localhost' | 'api.example';
  readonly authority: 'data' | 'file' | 'both' | 'missing' | 'wrong' | 'garbage' | 'none';
  readonly insecure: boolean;
  readonly tlsServerName: 'api.example' | 'wrong.example' | undefined;
  readonly proxy: 'http' | 'https' | 'socks5' | 'ftp' | undefined;
}

export interface UserDraft {
  readonly credentials: 'token' | 'tokenFile' | 'tokenAndFile' | 'missingFile' | 'basic' | 'certificateData' | 'certificateFile' | 'certificateAlone' | 'otherKey' | 'tokenAndBasic' | 'certificateAndToken' | 'none';
  /** Which token and which certificate, so that one user can be told from another. */
  readonly who: 'jane' | 'bob';
  readonly as: Readonly<Record<string, unknown>>;
  /** A field that makes kubectl refuse the whole file. */
  readonly broken: Readonly<Record<string, unknown>> | undefined;
}

const names = fc.constantFrom('a', 'b', 'c');

/** One of the usual, and one time in so many one of the others. */
function mostly<T>(usual: fc.Arbitrary<T>, others: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: usual }, { weight: 1, arbitrary: others });
}

const cluster: fc.Arbitrary<ClusterDraft> = fc
  .record({
    scheme: mostly<ClusterDraft['scheme']>(fc.constant('https'), fc.constantFrom('http', 'none'), 4),
    host: fc.constantFrom<ClusterDraft['host'][]>('127.0.0.1', 'localhost', 'api.example'),
    authority: mostly<ClusterDraft['authority']>(fc.constantFrom('data', 'file'), fc.constantFrom('both', 'missing', 'wrong', 'garbage', 'none'), 12),
    insecure: mostly(fc.constant(false), fc.constant(true), 8),
    tlsServerName: mostly<ClusterDraft['tlsServerName']>(fc.constantFrom(undefined, 'api.example'), fc.constant('wrong.example'), 12),
    proxy: mostly<ClusterDraft['proxy']>(fc.constantFrom(undefined, 'http', 'https', 'socks5'), fc.constant('ftp'), 16),
  })
  // What is trusted anyhow has no authority, or is refused; a name that only proxies know is not often asked for without one.
  .chain((made) => mostly(fc.constant({ ...made, ...(made.insecure && { authority: 'none' as const }), ...(made.proxy === undefined && made.host === 'api.example' && { host: 'localhost' as const }) }), fc.constant(made), 8));

const extra = fc.dictionary(fc.constantFrom('reason', 'example.com/x', 'a%(ü#', 'Upper'), fc.array(fc.constantFrom('1', 'zwei', '☃'), { minLength: 1, maxLength: 2 }), { maxKeys: 2 });
const someoneElse = fc.record(
  { as: fc.constantFrom('eve', 'jürgen', 'system:serviceaccount:shop:web'), 'as-uid': fc.constantFrom('7', ''), 'as-groups': fc.subarray(['admins', 'a b', 'ops']), 'as-user-extra': extra },
  { requiredKeys: ['as'] },
);
const nobodyElse = fc.record({ 'as-groups': fc.constant(['admins']), 'as-uid': fc.constant('7') }, { requiredKeys: [] });
const as: fc.Arbitrary<Readonly<Record<string, unknown>>> = mostly(fc.oneof(fc.constant({}), someoneElse), nobodyElse, 16);

const user: fc.Arbitrary<UserDraft> = fc.record({
  credentials: mostly<UserDraft['credentials']>(
    fc.constantFrom('token', 'tokenFile', 'tokenAndFile', 'basic', 'certificateData', 'certificateFile', 'certificateAndToken'),
    fc.constantFrom('missingFile', 'certificateAlone', 'otherKey', 'tokenAndBasic', 'none'),
    8,
  ),
  who: fc.constantFrom('jane', 'bob'),
  as,
  broken: mostly<UserDraft['broken']>(fc.constant(undefined), fc.constantFrom({ token: 12345 }, { token: ['x'] }, { as: true }, { 'as-groups': 'admins' }, { 'client-certificate-data': '?' }), 80),
});

const context = fc.record({ cluster: mostly(names, fc.constantFrom('', 'nowhere'), 24), user: mostly(names, fc.constantFrom('', 'nobody'), 16) });

/** Each name once, but now and then one twice. */
function entries<T>(value: fc.Arbitrary<T>): fc.Arbitrary<readonly Named<T>[]> {
  const whole = fc.tuple(value, value, value).map((values) => values.map((one, index) => ({ name: 'abc'[index]!, value: one })));
  const some = fc.uniqueArray(fc.record({ name: names, value }), { selector: ({ name }) => name, maxLength: 3 });
  return fc.oneof({ weight: 12, arbitrary: whole }, { weight: 4, arbitrary: some }, { weight: 1, arbitrary: fc.array(fc.record({ name: names, value }), { maxLength: 3 }) });
}

const draft: fc.Arbitrary<KubeconfigDraft> = fc.record({
  shape: mostly<KubeconfigDraft['shape']>(fc.constantFrom('yaml', 'json'), fc.constantFrom('empty', 'comments'), 10),
  currentContext: mostly<string | undefined>(names, fc.constantFrom(undefined, '', 'nothing'), 8),
  clusters: entries(cluster),
  users: entries(user),
  contexts: entries(context),
});

/** Kubeconfigs of up to three files as they are found in the field, and some as nobody would write them. */
export const kubeconfigCase: fc.Arbitrary<KubeconfigCase> = fc.record({
  files: fc.array(draft, { minLength: 1, maxLength: 3 }),
  order: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 }).map((order) => order.concat(0)),
});
