import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { rules } from './layers.ts';

export interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

export interface Cruise {
  /** The number of source files that were read. */
  readonly files: number;
  readonly violations: readonly Violation[];
}

/**
 * Reads every import in the sources below `folder`, those of types too, and holds them against the rules. The parser is
 * swc: TypeScript 7 has no interface for other programs, and dependency-cruiser reads nothing without one.
 */
export async function cruiseSources(folder: string): Promise<Cruise> {
  const { output } = await cruise(['extension', 'webview'], {
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: [...rules] },
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  });
  const { summary, modules } = output as ICruiseResult;
  return {
    files: modules.filter(({ source }) => /^(extension|webview)\//.test(source)).length,
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}
