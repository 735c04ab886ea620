/** What to do about a cause, worded for the receiver's operator; causes are those of the egress gateway. */
const byCause: readonly (readonly [cause: RegExp, advice: string])[] = [
  [/^acknowledged$/, 'Nothing to do.'],
  [/redirects are not followed/, 'Set the endpoint to the address that your server redirects to.'],
  [
    /answered 401|answered 403/,
    'Your receiver refused the request. Check which secret it verifies with, and that nothing in front of it asks for a sign-in.',
  ],
  [
    /answered 400|answered 422/,
    'Your receiver did not accept the request. Its answer may say why; unknown event types are to be acknowledged too.',
  ],
  [
    /answered 404|answered 405|answered 410/,
    'There is no receiver for POST at this path. Check the address of the endpoint.',
  ],
  [/answered 413/, 'Your server refuses bodies of this size. Allow 1 MB.'],
  [/answered 429/, 'Your server limits how often it is called. Acknowledge first and do the work later.'],
  [/answered 5\d\d/, 'Your server failed. Its own log at this time says why.'],
  [/no answer within/, 'Answer 2xx as soon as the event is stored, and do the work afterwards.'],
  [/does not resolve/, 'The host name has no address. Check the DNS records of the name.'],
  [/not public/, 'The host name leads to a private address, which is never called. Publish a public address only.'],
  [/certificate has expired/, 'Renew the certificate of your server.'],
  [
    /certificate is not valid yet/,
    'The certificate begins later than now. Check it, and the clock of the machine that issued it.',
  ],
  [/certificate is for another name/, 'Install a certificate for this host name.'],
  [/not from a trusted authority/, 'Install a certificate of a public authority, with its intermediate certificates.'],
  [/no secure connection/, 'Your server and ours agree on no version of TLS. Offer TLS 1.2 or 1.3.'],
  [
    /refused|cannot be reached|no connection in time|connection was cut/,
    'Your server could not be reached. Check that it runs, and that its firewall lets port 443 in.',
  ],
  [/endpoint is disabled/, 'The endpoint was disabled. Enable it, then recover what was skipped.'],
  [/institution is suspended/, 'The institution is suspended. What was skipped can be recovered once it is active.'],
  [
    /agent is not active/,
    'The agent is suspended or its address was not verified. What was not sent then is not sent later.',
  ],
  [/endpoint is gone/, 'The endpoint was deleted. GET /events has the event.'],
  [/on our side/, 'The fault is ours.'],
];

export function adviseOn(cause: string, status: number | null): string {
  const found = byCause.find(([pattern]) => pattern.test(cause));
  if (found !== undefined) return found[1];
  return status === null
    ? 'The request did not get an answer. It is sent again while attempts are left.'
    : 'Only an answer from 200 to 299 acknowledges a delivery.';
}
