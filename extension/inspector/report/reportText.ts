/** What stands in a report, but for the recording, which is a file of its own. All of it has been redacted. */
export interface ReportParts {
  /** `Extension`: `0.1.0` */
  readonly versions: readonly { readonly name: string; readonly value: string }[];
  /** Absent: not to be in it. */
  readonly settings?: readonly { readonly name: string; readonly value: string }[];
  readonly log?: string;
  /** Name of the file with the recording, what it holds, and how it is attached. */
  readonly recording?: { readonly file: string; readonly lines: number; readonly leftOut: number };
}

/** A report as Markdown, for an issue. In English, as the log: it is read by whoever mends the problem. */
export function reportText({ versions, settings, log, recording }: ReportParts): string {
  const sections = [
    section('What happened', 'Say here what you did, what you expected, and what you saw instead.'),
    section('Versions', list(versions)),
    settings && section('Settings that differ from their defaults', settings.length > 0 ? list(settings) : 'None.'),
    log !== undefined && section('End of the log', log === '' ? 'It is empty.' : fenced(log)),
    recording && section('Recording', `Attached as \`${recording.file}\`: ${recording.lines} lines${recording.leftOut > 0 ? `, the newest; ${recording.leftOut} older ones are left out` : ''}. Names stand for others, and values are masked.`),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

function section(title: string, body: string): string {
  return `### ${title}\n\n${body}`;
}

function list(pairs: readonly { readonly name: string; readonly value: string }[]): string {
  return pairs.map(({ name, value }) => `- ${name}: ${value.replaceAll(/\s+/g, ' ')}`).join('\n');
}

/** With a fence that is longer than any in it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text.trimEnd()}\n${fence}`;
}
