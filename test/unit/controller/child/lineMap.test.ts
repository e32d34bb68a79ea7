import { SourceMap } from 'node:module';
import { expect, it } from 'vitest';
import { withLineMap } from '../../../../extension/controller/child/lineMap.ts';
import { transpile } from '../../../../extension/controller/child/transpile.ts';

const file = '/home/me/my reconcilers/web.ts';
const source = `import { defineReconciler, type KubeObject } from 'informer-inspector';
interface Wanted {
  readonly replicas: number;
}
export function replicasOf(object: KubeObject): number {
  const wanted = object.spec as Wanted;
  return wanted.replicas;
}
export default defineReconciler({ name: 'web', for: 'v1/pods', reconcile() {} });
`;

it('leads each line of what runs to the same line of the file', () => {
  const { source: runs } = transpile(source, file);
  const [, encoded = ''] = /^\/\/# sourceMappingURL=data:application\/json;base64,(.*)$/m.exec(withLineMap(runs, file)) ?? [];
  const map = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')));
  const lines = source.split('\n');
  for (let line = 0; line < lines.length; line++) {
    expect(map.findEntry(line, 0)).toMatchObject({ generatedLine: line, originalLine: line, originalSource: 'file:///home/me/my%20reconcilers/web.ts' });
  }
});

it('changes nothing of what runs', () => {
  const { source: runs } = transpile(source, file);
  expect(withLineMap(runs, file).startsWith(`${runs}\n`)).toBe(true);
});
