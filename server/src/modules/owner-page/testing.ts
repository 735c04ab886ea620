import { stopUrl } from '#lib/text/stop-link';
import { choices } from '#modules/consultations';
import { pageUrl } from '#lib/text/page-link';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { givenIntake, newEmail, newPhone, pressSent } from '#testing/intakes';
import type { Answer, Harness } from '#test/harness';

type Changes = Parameters<typeof givenIntake>[1];

type Via = 'email' | 'phone';

/** The path of a customer's page, as in the link sent to a current contact of the case. */
export async function pagePath({ ctx }: Harness, consultationId: string, via: Via = 'email'): Promise<string> {
  const standing = await choices.findStanding(ctx, consultationId);
  if (standing === undefined) throw new Error('there is no such case');
  const { test = false, ...contacts } = standing.contacts;
  const only = { email: undefined, phone: undefined, [via]: contacts[via], test };
  return new URL(pageUrl(ctx, { consultationId, contacts: only })).pathname;
}

type Fields = Readonly<Record<string, string>>;

/** Submits a form of the page as a browser would, with these headers. */
export const postFormWith =
  (headers: Fields) =>
  (harness: Harness, path: string, fields: Fields): Promise<Answer> =>
    harness.call('POST', path, {
      raw: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
    });

/** Submits a form of the page as a browser would. */
export const postForm = postFormWith({});

/** Uploads files through the form of the page. */
export async function postFiles(
  { baseUrl }: Harness,
  path: string,
  files: readonly Uint8Array[],
): Promise<Pick<Answer, 'status' | 'text' | 'headers'>> {
  const body = new FormData();
  for (const file of files) body.append('file', new Blob([new Uint8Array(file)]), 'page');
  const response = await fetch(`${baseUrl}${path}/report`, { method: 'POST', body, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** An owner's case with its page, in New York. The owner confirmed with the emailed link by default. */
export async function givenPage(harness: Harness, changes: Changes = {}, isProven = true) {
  const customer = { email: newEmail(), phone: newPhone() };
  const receipt = await givenIntake(harness, { customer, loss: { zip: '10001' }, ...changes });
  const id = await consultationOf(harness, receipt.intake_id);
  if (isProven) await pressSent(harness, receipt, { via: 'email' });
  const path = await pagePath(harness, id);
  const get = (query = '') => harness.call('GET', `${path}${query}`);
  const post = (what: string, fields: Fields) => postForm(harness, `${path}/${what}`, fields);
  return { receipt, id, path, get, post, customer };
}

/** Stops contact about the case with the link on its page. */
export const pressStop = (harness: Harness, consultationId: string): Promise<Answer> =>
  postForm(harness, new URL(stopUrl(harness.ctx, { consultationId })).pathname, { decision: 'stop' });
