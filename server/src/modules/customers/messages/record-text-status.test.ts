import { describe, expect, it } from 'vitest';
import { textStatusPath } from '#gateways/text';
import { useHarness } from '#test/harness';
import { callBack, freshPhone, useTextHarness } from '#test/doubles/twilio';
import { givenStaffToken } from '#testing/staff';
import { minimalIntake, submit } from '#testing/intakes';

const parts = useTextHarness();

/** A text that the provider accepted, and its id there. */
async function sentText() {
  const { harness, twilio } = parts.current;
  const phone = freshPhone();
  const { body } = await submit(harness, minimalIntake({ customer: { phone } }));
  await harness.sendMessages();
  return { intakeId: body.intake_id as string, sid: twilio.to(phone)[0]!.sid };
}

async function statusSeen(intakeId: string) {
  const { harness } = parts.current;
  const token = await givenStaffToken(harness);
  const { body } = await harness.call('GET', `/api/staff/v1/intakes/${intakeId}`, { token });
  return body.messages[0].provider_status;
}

const report = (sid: string, status: string) => ({
  path: textStatusPath,
  form: {
    AccountSid: `AC${'0'.repeat(32)}`,
    ApiVersion: '2010-04-01',
    From: '+14155550100',
    MessageSid: sid,
    MessageStatus: status,
    SmsSid: sid,
    SmsStatus: status,
  },
});

describe("the provider's report about a text", () => {
  it.each(['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed'])(
    "a text's report is shown to staff: %s",
    async (status) => {
      const { intakeId, sid } = await sentText();
      const answer = await callBack(parts.current, report(sid, status));
      expect([answer.status, await statusSeen(intakeId)]).toEqual([204, status]);
    },
  );

  it("a text's status follows its reports, and a late report does not replace a final status", async () => {
    const { intakeId, sid } = await sentText();
    const seen = [];
    for (const status of ['queued', 'sent', 'delivered', 'sent', 'queued']) {
      expect((await callBack(parts.current, report(sid, status))).status).toBe(204);
      seen.push(await statusSeen(intakeId));
    }
    expect(seen).toEqual(['queued', 'sent', 'delivered', 'delivered', 'delivered']);
  });

  it('a report changes one text only', async () => {
    const mine = await sentText();
    const other = await sentText();
    await callBack(parts.current, report(mine.sid, 'delivered'));
    expect([await statusSeen(mine.intakeId), await statusSeen(other.intakeId)]).toEqual(['delivered', null]);
  });

  it('a report about an unknown text or with an unknown status changes nothing', async () => {
    const { intakeId, sid } = await sentText();
    const unknown = [
      report(`SM${'f'.repeat(32)}`, 'delivered'),
      report(sid, 'teleported'),
      report(sid, ''),
      report('', 'sent'),
    ];
    for (const callback of unknown) expect((await callBack(parts.current, callback)).status).toBe(204);
    expect(await statusSeen(intakeId)).toBeNull();
  });

  it('a report without a valid signature gets 403 and changes nothing', async () => {
    const { harness, twilio } = parts.current;
    const { intakeId, sid } = await sentText();
    const { path, form } = report(sid, 'delivered');
    const genuine = twilio.sign(`http://makewhole.test${path}`, form);
    const forged: [string, string | null][] = [
      ['no signature', null],
      ['an empty one', ''],
      ['of another form', twilio.sign(`http://makewhole.test${path}`, { ...form, MessageStatus: 'failed' })],
      ['of fewer fields', twilio.sign(`http://makewhole.test${path}`, {})],
      ['of another scheme', twilio.sign(`https://makewhole.test${path}`, form)],
      ['of another host', twilio.sign(`${harness.baseUrl}${path}`, form)],
      ['of another path', twilio.sign('http://makewhole.test/hooks/text/replies', form)],
      ['of a query that was not called', twilio.sign(`http://makewhole.test${path}?a=b`, form)],
      ['one character short', genuine.slice(0, -1)],
      ['in another case', genuine.toLowerCase()],
      ['in hexadecimal', Buffer.from(genuine, 'base64').toString('hex')],
    ];
    for (const [name, signature] of forged) {
      expect([name, (await callBack(parts.current, { path, form, signature })).status]).toEqual([name, 403]);
    }
    expect(await statusSeen(intakeId)).toBeNull();
    expect((await callBack(parts.current, { path, form, signature: genuine })).status).toBe(204);
    expect(await statusSeen(intakeId)).toBe('delivered');
  });

  it('a report may have a query, which is then part of the signed data', async () => {
    const { intakeId, sid } = await sentText();
    const path = `${textStatusPath}?edge=a%20b`;
    const { form } = report(sid, 'sent');
    expect((await callBack(parts.current, { path, form })).status).toBe(204);
    expect(await statusSeen(intakeId)).toBe('sent');
  });

  it('a report must be a form with each field once; anything else is refused and changes nothing', async () => {
    const { harness, twilio } = parts.current;
    const { intakeId, sid } = await sentText();
    const { form } = report(sid, 'delivered');
    const signature = { 'x-twilio-signature': twilio.sign(`http://makewhole.test${textStatusPath}`, form) };
    const post = async (raw: string | undefined, type: string) => {
      const headers = { ...signature, 'content-type': type };
      return (await harness.call('POST', textStatusPath, { headers, ...(raw === undefined ? {} : { raw }) })).status;
    };
    const urlencoded = 'application/x-www-form-urlencoded';
    const encoded = new URLSearchParams(form).toString();
    expect(await post(JSON.stringify(form), 'application/json')).toBe(415);
    expect(await post(`${encoded}&MessageStatus=failed`, urlencoded)).toBe(400);
    expect(await post('', urlencoded)).toBe(403);
    expect((await harness.call('POST', textStatusPath)).status).toBe(403);
    expect(await statusSeen(intakeId)).toBeNull();
  });
});

describe('without a text provider', () => {
  const harness = useHarness();

  it('reports are refused when no text provider is configured', async () => {
    for (const path of ['/hooks/text/status', '/hooks/text/replies']) {
      const answer = await harness.current.call('POST', path, {
        raw: 'From=%2B12125550123&Body=STOP',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'AAAA' },
      });
      expect(answer.status).toBe(403);
    }
  });
});
