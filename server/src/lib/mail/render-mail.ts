import { colors, type ColorName } from '#lib/brand/colors';
import { mark } from '#lib/brand/mark';
import { html, Html } from '#lib/text/html';
import { formatPhone } from '#lib/text/phone';
import type { Mail, MailLink } from './mail.ts';
import { mailFrameWords } from './mail-messages.ts';

/** The sender, the link to the reader's page and the stop link. */
export type MailFrame = {
  readonly team: { readonly name: string; readonly phone: string; readonly email: string; readonly address: string };
  readonly pageUrl?: string | undefined;
  readonly stopUrl?: string | undefined;
};

type Rendered = { readonly subject: string; readonly text: string; readonly html: string };

/**
 * One email as HTML and as text. It loads nothing, so opening it cannot be tracked, and it has no links besides the
 * given ones. Email programs support tables and inline styles best; those that support more adapt to dark mode.
 */
export const renderMail = (mail: Mail, frame: MailFrame): Rendered => ({
  subject: mail.subject,
  text: toText(mail, frame),
  // Without the indentation of the source, which would only enlarge the email.
  html: `<!doctype html>${toHtml(mail, frame).markup.replaceAll(/\n\s+/g, '\n')}`,
});

function toText(mail: Mail, { team, pageUrl, stopUrl }: MailFrame): string {
  const words = mailFrameWords[mail.language];
  const { greeting, paragraphs, facts = [], button, after = [], links = [], why } = mail;
  const parts = [
    ...(greeting === undefined ? [] : [greeting]),
    ...paragraphs,
    ...(facts.length === 0 ? [] : [facts.map(({ name, value }) => `${name}: ${value}`).join('\n')]),
    ...(button === undefined ? [] : [`${button.words}:\n${button.url}`]),
    ...after,
    ...links.map((link) => `${link.words}:\n${link.url}`),
    ...(pageUrl === undefined ? [] : [`${words.page}:\n${pageUrl}`]),
    why,
    `${words.reach(formatPhone(team.phone), team.email)}\n${team.name}\n${team.address}`,
    ...(stopUrl === undefined ? [] : [`${words.stop}:\n${stopUrl}`]),
  ];
  return `${parts.join('\n\n')}\n`;
}

const light = colors.light;

/** The dark scheme, by class, with !important to override the inline styles of the light one. */
const darkStyle = (['ink', 'soft', 'brand'] as const satisfies readonly ColorName[])
  .map((name) => `.${name}{color:${colors.dark[name]}!important}`)
  .join('');
const style = new Html(`<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:620px){.cell{padding-left:20px!important;padding-right:20px!important}}
@media (prefers-color-scheme:dark){.panel{background:${colors.dark.panel}!important}.paper{background:${colors.dark.paper}!important}.button{background:${colors.dark.brand}!important;color:${colors.dark.onBrand}!important}.row{border-color:${colors.dark.line}!important}${darkStyle}}
</style>`);

const font = 'font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const textStyle = `margin:0 0 16px;font-size:17px;line-height:1.55;color:${light.ink};overflow-wrap:anywhere`;
export const softStyle = `margin:0 0 10px;font-size:14px;line-height:1.5;color:${light.soft};overflow-wrap:anywhere`;

function toHtml(mail: Mail, frame: MailFrame): Html {
  const { language, subject, paragraphs } = mail;
  return html`<html lang="${language}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <title>${subject}</title>
      ${style}
    </head>
    <body class="panel" style="margin:0;padding:0;background:${light.panel};${font}">
      <div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;opacity:0">
        ${paragraphs[0]}
      </div>
      <table
        role="presentation"
        class="panel"
        width="100%"
        cellpadding="0"
        cellspacing="0"
        border="0"
        bgcolor="${light.panel}"
        style="background:${light.panel};table-layout:fixed"
      >
        <tr>
          <td role="main" align="center" style="padding:0">
            <table
              role="presentation"
              class="paper"
              width="600"
              cellpadding="0"
              cellspacing="0"
              border="0"
              bgcolor="${light.paper}"
              style="width:100%;max-width:600px;table-layout:fixed;background:${light.paper};text-align:left"
            >
              <tr>
                <td class="cell" style="padding:28px 36px 0">${toWordmark(frame.team.name)}</td>
              </tr>
              <tr>
                <td class="cell" style="padding:20px 36px 12px">${toBody(mail, frame)}</td>
              </tr>
              <tr>
                <td class="cell" style="padding:0 36px 28px">${toFooter(mail, frame)}</td>
              </tr>
            </table>
          </td>
        </tr>
      </table>
    </body>
  </html>`;
}

/** Text instead of an image, so that programs that block images still show the name. */
const toWordmark = (name: string): Html =>
  html`<div
    class="brand"
    style="font-size:20px;font-weight:700;line-height:28px;color:${light.brand};overflow-wrap:anywhere"
  >
    ${mark(22)} <span>${name}</span>
  </div>`;

function toBody(mail: Mail, { pageUrl }: MailFrame): Html {
  const { greeting, paragraphs, facts = [], button, after = [], links = [], subject, language } = mail;
  const page: MailLink[] = pageUrl === undefined ? [] : [{ words: mailFrameWords[language].page, url: pageUrl }];
  return html`<h1
      class="ink"
      style="margin:0 0 18px;font-size:24px;line-height:1.25;font-weight:700;color:${light.ink};overflow-wrap:anywhere"
    >
      ${subject}
    </h1>
    ${[...(greeting === undefined ? [] : [greeting]), ...paragraphs].map(toParagraph)}${facts.length === 0 ? undefined : toTable(facts)}${button === undefined ? undefined : toButton(button)}${after.map(toParagraph)}${[...links, ...page].map(toLink)}`;
}

const toParagraph = (words: string): Html =>
  html`<p class="ink" style="${textStyle}">
    ${words.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`))}
  </p>`;

const toTable = (facts: NonNullable<Mail['facts']>): Html =>
  html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;border-collapse:collapse">
    ${facts.map(
      ({ name, value }) =>
        html`<tr>
          <th
            scope="row"
            class="soft row"
            align="left"
            style="padding:10px 12px 10px 0;border-bottom:1px solid ${light.line};font-size:15px;font-weight:400;color:${light.soft}"
          >
            ${name}
          </th>
          <td
            class="ink row"
            align="right"
            style="padding:10px 0;border-bottom:1px solid ${light.line};font-size:17px;font-weight:600;color:${light.ink}"
          >
            ${value}
          </td>
        </tr>`,
    )}
  </table>`;

const toButton = ({ words, url }: MailLink): Html =>
  html`<p style="margin:8px 0 22px">
    <a
      class="button"
      href="${url}"
      style="display:inline-block;padding:15px 26px;border-radius:10px;background:${light.brand};color:${light.onBrand};font-size:17px;font-weight:650;line-height:1.3;text-decoration:none"
      >${words}</a
    >
  </p>`;

const toLink = ({ words, url, language }: MailLink): Html =>
  html`<p style="${textStyle}" ${language === undefined ? undefined : html` lang="${language}"`}>
    <a class="brand" href="${url}" style="color:${light.brand};text-decoration:underline">${words}</a>
  </p>`;

/** Where the case number is inserted when the email is sent; invisible otherwise. */
export const numberSlot = new Html('<!-- case number -->');

function toFooter({ language, why }: Mail, { team, stopUrl }: MailFrame): Html {
  const words = mailFrameWords[language];
  const stop =
    stopUrl === undefined
      ? undefined
      : html`<p style="${softStyle}">
          <a class="brand" href="${stopUrl}" style="color:${light.brand};text-decoration:underline">${words.stop}</a>
        </p>`;
  return html`<div class="row" style="border-top:1px solid ${light.line};padding-top:18px">
    ${numberSlot}
    <p class="soft" style="${softStyle}">${why}</p>
    <p class="soft" style="${softStyle}">${words.reach(formatPhone(team.phone), team.email)}</p>
    <p class="soft" style="${softStyle}">${team.name}<br />${team.address}</p>
    ${stop}
  </div>`;
}
