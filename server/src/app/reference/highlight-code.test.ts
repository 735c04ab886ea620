import { describe, expect, it } from 'vitest';
import { escapeHtml } from '#lib/text/html';
import { samples } from '#test/samples/sample-files';
import { highlightCode } from './render-markdown.ts';

const withoutTags = (markup: string): string => markup.replaceAll(/<\/?span[^>]*>/g, '');

describe('code on a page', () => {
  it.each([
    [
      '# a <note>\nA="b # c"',
      'bash',
      '<span class="c"># a &lt;note&gt;</span>\nA=<span class="q">&quot;b # c&quot;</span>',
    ],
    ['x = f"a#{b}"  # c', 'python', 'x = <span class="q">f&quot;a#{b}&quot;</span>  <span class="c"># c</span>'],
    ["const a = 'b // c';", 'ts', '<span class="w">const</span> a = <span class="q">&#39;b // c&#39;</span>;'],
    ['{ "a": "b:" }', 'json', '{ <span class="w">&quot;a&quot;</span>: <span class="q">&quot;b:&quot;</span> }'],
    ['GET /me\nHost: a', 'http', '<span class="w">GET</span> /me\n<span class="w">Host</span>: a'],
    ['"a" <b>', 'text', '&quot;a&quot; &lt;b&gt;'],
  ])('code is shown in colors: %s', (code, language, markup) => {
    expect(highlightCode(code, language)).toBe(markup);
  });

  it.each(samples)('without the colors the code is unchanged: $name/$file', ({ file, text }) => {
    const language = file === 'curl.sh' ? 'bash' : (file.split('.')[0] ?? '');
    const markup = highlightCode(text, language);
    expect(withoutTags(markup)).toBe(escapeHtml(text));
    expect(markup).toContain('<span class="');
  });
});
