import { describe, expect, it } from 'vitest';
import { languages, type Language } from '#lib/languages/language';
import type { MailWords } from '#lib/mail/mail';
import { renderMail } from '#lib/mail/render-mail';
import { pageUrl as makePageUrl } from '#lib/text/page-link';
import { escapeHtml } from '#lib/text/html';
import { countSegments, toBasicLetters } from '#lib/text/sms-segments';
import { createVault } from '#platform/crypto';
import { Secret } from '#platform/config';
import { accessibilityProblems, saveLook, sidewaysScroll, useBrowser, withPage } from '#test/browser/browser';
import { messageTemplates } from './catalog-data.ts';
import { laterEnding, segmentsMax, toText } from './text-rules.ts';

const base = `https://${'a'.repeat(24)}.example`;
const team = {
  name: 'M'.repeat(30),
  phone: '+12025550100',
  email: 'help@makewhole.example',
  address: '1 Example Street, Springfield, IL 62701',
  callerId: '(202) 555-0101',
};
const checkout = `${base}/checkout/${'x'.repeat(32)}/representation`;
const page = makePageUrl(
  {
    vault: createVault([new Secret('a synthetic key of thirty-two or more characters')]),
    config: { publicBaseUrl: base },
    clock: { now: () => new Date('2026-11-16T12:00:00Z') },
  },
  { consultationId: `con_${'x'.repeat(24)}`, contacts: { email: 'ann@example.com', phone: undefined } },
);

type Sample = { readonly mail?: MailWords; readonly text?: readonly string[]; readonly first?: true };

/** Every template in every one of its states, with the longest values that it can get. */
function samplesOf(language: Language): Record<string, Sample> {
  const of = <T>(words: Readonly<Record<Language, T>>): T => words[language];
  const link = `${base}/c/${'x'.repeat(32)}`;
  const named = { name: 'N'.repeat(40), sender: 'S'.repeat(40), url: link };
  const hold = { url: page, product: 'research', cents: 4_999_900 } as const;
  const called = { callerId: team.callerId };
  const missed = (left: 'voicemail' | 'nothing'): Sample => {
    const words = of(messageTemplates.missedCall);
    const { why } = words;
    const said = { ...called, left };
    return {
      mail: { subject: words.subject(said), paragraphs: [words.lead(said)], after: [words.answerMail(said)], why },
      text: [`${words.lead(said)} ${words.answerText}`],
    };
  };
  const again = of(messageTemplates.optionsAgain);
  const answers = of(messageTemplates.answers);
  const withLink = (mail: MailWords): MailWords => ({ ...mail, links: [messageTemplates.inSpanish(link)] });
  const first = (words: { mail: MailWords; text: readonly string[] }): Sample => ({
    mail: withLink(words.mail),
    text: words.text,
    first: true,
  });
  return {
    welcome: first(of(messageTemplates.welcome).words({ ...named, callable: true })),
    'welcome without number': first(
      of(messageTemplates.welcome).words({ name: undefined, sender: undefined, url: link, callable: false }),
    ),
    'welcome in another script': first(
      of(messageTemplates.welcome).words({ ...named, name: '李', sender: '王', callable: true }),
    ),
    invitation: first(of(messageTemplates.invitation).words({ ...named, sender: 'I'.repeat(100), callable: true })),
    'invitation without number': first(of(messageTemplates.invitation).words({ ...named, callable: false })),
    confirmed: of(messageTemplates.confirmed).words({ url: page, ...called }),
    'number wanted': { mail: of(messageTemplates.numberWanted).mail({ url: link }) },
    voicemail: missed('voicemail'),
    'missed call': missed('nothing'),
    options: of(messageTemplates.options).words({ url: checkout, until: 'September 30, 2026' }),
    'options again': {
      mail: {
        subject: again.subject,
        paragraphs: [again.lead],
        button: { words: again.see, url: checkout },
        why: again.why,
      },
      text: [`${again.lead} ${again.see}: ${checkout}`],
    },
    appraisal: of(messageTemplates.appraisal).words({ url: checkout, number: 1, cents: 19_900 }),
    'appraisal again': of(messageTemplates.appraisal).words({ url: checkout, number: 2, cents: undefined }),
    'hold placed': of(messageTemplates.holdPlaced).words({ ...hold, held: true, saved: false }),
    'hold placed, card saved': of(messageTemplates.holdPlaced).words({
      ...hold,
      product: 'representation',
      held: true,
      saved: true,
    }),
    'card saved': of(messageTemplates.holdPlaced).words({
      ...hold,
      product: 'representation',
      held: false,
      saved: true,
    }),
    released: of(messageTemplates.released).words({ ...hold, kind: 'hold' }),
    'card removed': of(messageTemplates.released).words({ ...hold, kind: 'card' }),
    'hold ended': of(messageTemplates.holdEnded).words({ url: checkout }),
    'hold lapsed': of(messageTemplates.holdLapsed).words({ url: checkout, cents: 47_200 }),
    'charge failed': of(messageTemplates.chargeFailed).words({ url: checkout, failure: 'declined' }),
    'charge unconfirmed': of(messageTemplates.chargeFailed).words({ url: checkout, failure: 'unconfirmed' }),
    receipt: of(messageTemplates.receipt).words({ ...hold, url: checkout, product: 'representation', kind: 'card' }),
    refunded: of(messageTemplates.refunded).words(hold),
    settled: of(messageTemplates.settled).words({ url: page }),
    'page link': of(messageTemplates.pageLink).words({ url: page }),
    'stop confirmed': { text: [answers.stopConfirmed] },
    help: { text: [answers.help({ contact: 'c'.repeat(80) })] },
  };
}

/** Answers have their own ending. */
const isAnswer = (name: string): boolean => name === 'stop confirmed' || name.startsWith('help');

const cases = languages.flatMap((language) =>
  Object.entries(samplesOf(language)).map(([name, sample]) => ({ language, name, ...sample })),
);

describe('every text', () => {
  it('every text fits into two segments of the basic alphabet, whatever its values, with the sender first', () => {
    const sent = cases.flatMap(({ language, name, text, first }) => {
      if (text === undefined) return [];
      const ending = first === true ? 'first' : 'later';
      const whole = isAnswer(name) ? `${team.name}: ${text.join('')}` : toText(team, { language, words: text, ending });
      return [{ name: `${language} ${name}`, whole, ...countSegments(whole), length: whole.length }];
    });
    expect(sent.filter(({ encoding, segments }) => encoding !== 'gsm7' || segments > segmentsMax)).toEqual([]);
    expect(sent.filter(({ whole }) => !whole.startsWith(`${team.name}: `))).toEqual([]);
  });

  it('every Spanish text keeps its accents within the alphabet', () => {
    const folded = cases
      .filter(({ name }) => name !== 'welcome in another script')
      .flatMap(({ text = [] }) => [...text, laterEnding('es')])
      .filter((words) => toBasicLetters(words) !== words);
    expect(folded).toEqual([]);
  });
});

type Rendered = { readonly name: string; readonly mail: MailWords; readonly html: string; readonly text: string };

const renderedIn = (language: Language): Rendered[] =>
  cases.flatMap(({ name, mail, ...of }) => {
    if (mail === undefined || of.language !== language) return [];
    const pageUrl = mail.button?.url === page ? undefined : page;
    const stopUrl = `${base}/stop/${'x'.repeat(120)}`;
    return [{ name, mail, ...renderMail({ ...mail, language }, { team, pageUrl, stopUrl }) }];
  });

/** Several emails one below the other, in the layout of the first. */
const joined = (mails: readonly Rendered[]): string => {
  const bodies = mails.map(({ html }) => /<body[^>]*>([^]*)<\/body>/.exec(html)?.[1] ?? '');
  return (mails[0]?.html ?? '').replace(
    /(<body[^>]*>)[^]*(<\/body>)/,
    (_, start, end) => start + bodies.join('') + end,
  );
};

describe.each(languages)('every email in %s', (language) => {
  const browser = useBrowser();
  const mails = renderedIn(language);

  it('every email has one button, a preheader, who writes and why, and loads nothing', () => {
    for (const { name, mail, html, text } of mails) {
      const [, preheader = ''] = /<div style="display:none[^>]*>([^<]*)</.exec(html) ?? [];
      expect([name, preheader.trim()]).toEqual([name, escapeHtml(mail.paragraphs[0])]);
      expect([name, html.match(/class="button"/g)?.length ?? 0]).toEqual([name, mail.button === undefined ? 0 : 1]);
      expect([name, html.match(/<(?:img|script|link)\b|url\(/g)]).toEqual([name, null]);
      for (const words of [team.address, team.name, '(202) 555-0100', ...mail.paragraphs, mail.why])
        expect([name, html.includes(escapeHtml(words)), text.includes(words)]).toEqual([name, true, true]);
    }
  });

  it('every email is readable at 390 and 800 px, in light and dark', { timeout: 120_000 }, async () => {
    await withPage(browser.current, {}, async (open) => {
      await open.setContent(joined(mails));
      expect(await open.locator('h1').count()).toBe(mails.length);
      for (const width of [390, 800])
        for (const scheme of ['light', 'dark'] as const) {
          await open.setViewportSize({ width, height: 900 });
          await open.emulateMedia({ colorScheme: scheme });
          expect([width, await sidewaysScroll(open)]).toEqual([width, 0]);
          if (width === 390)
            expect([scheme, await accessibilityProblems(open, ['color-contrast'])]).toEqual([scheme, []]);
          await saveLook(open, `mails-${language}-${width}-${scheme}`);
        }
      // Links, a table and a button; the others have no other parts.
      for (const { name, html } of mails.filter((one) => one.name === 'welcome' || one.name === 'hold placed')) {
        await open.setContent(html);
        expect([name, await accessibilityProblems(open)]).toEqual([name, []]);
      }
    });
  });
});
