import { escapeHtml } from '#lib/text/html';
import { messagePurposes, type NewMessage } from '#modules/customers';

type NumberWantedMail = {
  readonly subjectId: string;
  readonly version: string;
  readonly email: string;
  readonly url: string;
  readonly sandbox: boolean;
};

const called = 'We called the number that we were given for you, and it is somebody else’s. We will not call it again.';
const ask = 'If you still want the free look at your total-loss claim, tell us the number to call you at:';
const person = 'A person from our team then calls you. We never place automated calls.';
const no = 'If you do not want it, ignore this message.';

/** Asks the customer for another number. It names nobody: who reads it may not be the customer either. */
export const composeNumberWanted = ({ subjectId, version, email, url, sandbox }: NumberWantedMail): NewMessage => ({
  purpose: messagePurposes.numberWanted,
  subjectId,
  subjectVersion: version,
  sandbox,
  content: {
    channel: 'email',
    to: email,
    subject: 'Which number may we call you at?',
    text: `Hi,\n\n${called}\n\n${ask}\n${url}\n\n${person}\n\n${no}\n`,
    html: [
      '<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;max-width:36em">',
      `<p>Hi,</p><p>${called}</p><p>${ask}</p>`,
      `<p><a href="${escapeHtml(url)}">Give us your number</a></p>`,
      `<p>${person}</p><p>${no}</p></body></html>`,
    ].join(''),
  },
});
