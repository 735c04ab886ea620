import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { toSentence, toText } from './markdown-text.ts';

const harness = useHarness();

describe('our sentences as Markdown', () => {
  it.each([
    ['would_cancel of the 409', '`would_cancel` of the 409.'],
    ['operator.email of the registration', '`operator.email` of the registration.'],
    ['_links are left out', '`_links` are left out.'],
    ['`t=<unix seconds>,v1=<hex>`: two parts', '`t=<unix seconds>,v1=<hex>`: two parts.'],
    ['true if this repeats it', '`true` if this repeats it.'],
    ['keys begin with gap_test_', 'Keys begin with `gap_test_`.'],
    ['a list <of> [many]', 'A list \\<of> \\[many\\].'],
    ['as in https://example.com/a_b of x@example.test', 'As in https://example.com/a_b of x@example.test.'],
    ['see /developers/events.', 'See [/developers/events](/developers/events).'],
    ['e.g. this', 'e.g. this.'],
  ])('a sentence becomes Markdown: %s', (text, sentence) => {
    expect(toSentence(toText(text))).toBe(sentence);
  });

  it('existing code stays unchanged when a sentence is converted', () => {
    expect(toText(toSentence('next_cursor of the previous page'))).toBe('`next_cursor` of the previous page.');
    expect(toSentence('t=1 is small')).toBe('t=1 is small.');
  });
});

describe('pages of the reference', () => {
  it('no sentence begins with capitalized code', async () => {
    const { call } = harness.current;
    const index = (await call('GET', '/llms.txt')).text;
    const paths = [...index.matchAll(/\]\((?:https?:\/\/[^/)]+)?(\/developers\/[^)]+)\)/g)].map(
      ([, path = '']) => path,
    );
    const twins = paths.filter((path) => /\/(?:operations|events|objects|errors)\//.test(path));
    expect(twins.length).toBeGreaterThan(60);
    for (const path of twins) {
      const { text } = await call('GET', path);
      expect([path, text.match(/(?<![\w`$"/.-])[A-Z][a-z]*(?:_[a-z]+)+\b|\bT=<|\bV1,</g)]).toEqual([path, null]);
    }
  });

  it('keys have the same names as in the guides, and the signature guide is linked where only a signature works', async () => {
    const { call } = harness.current;
    const page = async (path: string) => (await call('GET', `/developers/${path}.md`)).text;
    expect(await page('gap/operations/getMe')).toContain('Bearer $MAKEWHOLE_KEY');
    expect(await page('gap')).toContain('Bearer $MAKEWHOLE_KEY');
    expect(await page('agent/operations/rotateKey')).toContain('Bearer $MAKEWHOLE_AGENT_KEY');
    const verify = await page('gap/operations/verifyCredential');
    expect(verify).toContain('](http://makewhole.test/developers/guides/signing.md)');
    expect(verify).toContain('-H "Signature-Input: $SIGNATURE_INPUT"');
    expect(verify).not.toContain('Authorization: Bearer');
    expect(await page('agent/operations/setWebhook')).toContain(
      '](http://makewhole.test/developers/guides/webhooks.md)',
    );
  });

  it('a secret is called shown once only where there is one', async () => {
    const { call } = harness.current;
    const once = /this response only|only (?:in )?this response/i;
    const page = async (path: string) => (await call('GET', `/developers/${path}.md`)).text;
    expect(await page('agent/operations/submitIntake')).toContain('Only this response shows `poll_token`.');
    for (const name of ['createReferral', 'createEnrollment', 'reportLoss'])
      expect(await page(`gap/operations/${name}`)).not.toMatch(once);
    expect(await page('gap/operations/createReferral')).toContain('`"gap";r=599;t=12`');
  });
});
