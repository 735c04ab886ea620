import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeHtml } from './html.ts';

/** Made of characters with a meaning in HTML, and of similar ones. */
const text = fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", ';', '#', '3', '9', 'l', 't', 'é', ' ') });

describe('text in HTML', () => {
  it('shows markup as it was typed', () => {
    expect(escapeHtml(`<a href="x" title='y'>Tom & Jerry</a>`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;Tom &amp; Jerry&lt;/a&gt;',
    );
    expect(escapeHtml('&amp;')).toBe('&amp;amp;');
  });

  it('can open no tag, close no attribute and start no entity of its own', () => {
    fc.assert(
      fc.property(text, (typed) => {
        const shown = escapeHtml(typed);
        expect(shown).not.toMatch(/[<>"']/);
        expect(shown.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
      }),
    );
  });

  it('loses nothing: what a browser shows is what was typed', () => {
    const shown: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
    fc.assert(
      fc.property(text, (typed) => {
        expect(escapeHtml(typed).replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => shown[name]!)).toBe(typed);
      }),
    );
  });
});
