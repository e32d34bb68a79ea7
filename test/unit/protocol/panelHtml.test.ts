import { describe, expect, it } from 'vitest';
import { panelHtml, type PanelHtmlOptions } from '../../../extension/protocol/panelHtml.ts';

const options: PanelHtmlOptions = {
  nonce: 'bm9uY2U=',
  cspSource: 'https://source.test',
  scriptUri: 'https://source.test/panel.js',
  styleUri: 'https://source.test/panel.css',
  title: 'Informer Inspector',
  language: 'en',
};

describe('panelHtml', () => {
  it('X1: allows its own script, styles and font, and nothing else', () => {
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(panelHtml(options))!;
    expect(policy!.replaceAll('&#39;', "'")).toBe(
      "default-src 'none'; script-src 'nonce-bm9uY2U='; style-src https://source.test 'nonce-bm9uY2U='; font-src https://source.test",
    );
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  it('hands the nonce to the toolkit', () => {
    expect(panelHtml(options)).toContain('<meta property="csp-nonce" content="bm9uY2U=">');
  });

  it('R5: shows a skeleton before any script has run', () => {
    expect(panelHtml(options)).toMatch(/<div id="panel" aria-busy="true">\s*<div class="skeleton"/);
  });

  it('has no style attribute and no inline script', () => {
    const page = panelHtml({ ...options, strings: { pause: 'Anhalten' } });
    expect(page).not.toMatch(/\sstyle=/);
    expect(page.match(/<script(?![^>]*(src=|application\/json))/g)).toBeNull();
  });

  it('X2: no text ends the element that it stands in', () => {
    const hostile = `"><img src=x onerror=alert(1)><script>'&`;
    const page = panelHtml({ ...options, title: hostile, language: hostile, strings: { pause: '</script><img src=x onerror=alert(1)>' } });
    expect(page).not.toContain('<img');
    expect(page.match(/<\/script>/g)).toHaveLength(2);
    const [, json] = /id="strings">(.*?)<\/script>/.exec(page)!;
    expect(JSON.parse(json!)).toEqual({ pause: '</script><img src=x onerror=alert(1)>' });
  });
});
