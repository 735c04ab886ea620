import { describe, expect, it } from 'vitest';
import { useHarness, type Answer } from '#test/harness';
import { givenInstitution, givenPartner } from '#testing/partners';
import { changePartnerKey, createPartnerKey, listPartnerKeys, revokePartnerKey, rotatePartnerKey } from './keys.ts';

const harness = useHarness();
const me = '/api/gap/v1/me';
const codeOf = ({ status, body }: Answer) => `${status} ${body.code ?? ''}`.trim();
const call = async (token: string, from?: string): Promise<string> =>
  codeOf(
    await harness.current.call('GET', me, {
      token,
      ...(from === undefined ? {} : { headers: { 'x-forwarded-for': from } }),
    }),
  );
const rotation = (id: string, overlapHours: 0 | 1 | 24 | 168) => ({ id, overlapHours, expiresAt: undefined });

describe('rotating a key', () => {
  it('rotation creates a key with the same permissions; both work until the overlap is over, then only the new one', async () => {
    const { ctx, clock } = harness.current;
    const partner = await givenPartner(harness.current, { label: 'core', role: 'read_only' });
    const owner = { institutionId: partner.institutionId, livemode: false };
    await changePartnerKey(ctx, owner, { id: partner.keyId, allowed_addresses: ['127.0.0.1', '::1'] });
    const { replaced, key } = await rotatePartnerKey(ctx, owner, rotation(partner.keyId, 24));
    const endsAt = new Date(clock.now().getTime() + 86_400_000).toISOString();
    expect(replaced).toMatchObject({ id: partner.keyId, status: 'active', replaced_by: key.id, expires_at: endsAt });
    expect(key).toMatchObject({
      role: 'read_only',
      label: 'core',
      livemode: false,
      replaced_by: null,
      expires_at: null,
    });
    expect(key.allowed_addresses).toEqual(['127.0.0.1/32', '::1/128']);
    clock.advance(86_399);
    expect([await call(partner.key), await call(key.key)]).toEqual(['200', '200']);
    clock.advance(1);
    expect([await call(partner.key), await call(key.key)]).toEqual(['401 key_expired', '200']);
  });

  it('rotation without an overlap ends the old key immediately, and never extends its expiry', async () => {
    const { ctx, clock } = harness.current;
    const partner = await givenPartner(harness.current);
    const owner = { institutionId: partner.institutionId, livemode: false };
    const { key } = await rotatePartnerKey(ctx, owner, rotation(partner.keyId, 0));
    expect([await call(partner.key), await call(key.key)]).toEqual(['401 key_expired', '200']);
    const soon = new Date(clock.now().getTime() + 60_000);
    const short = await createPartnerKey(ctx, { ...owner, role: 'full', label: undefined, expiresAt: soon });
    const { replaced } = await rotatePartnerKey(ctx, owner, rotation(short.id, 168));
    expect(replaced.expires_at).toBe(soon.toISOString());
  });

  it('rotation happens once: of five concurrent requests one wins, and an ended key cannot be rotated', async () => {
    const { ctx } = harness.current;
    const partner = await givenPartner(harness.current);
    const owner = { institutionId: partner.institutionId, livemode: false };
    const tries = Array.from({ length: 5 }, () => rotatePartnerKey(ctx, owner, rotation(partner.keyId, 1)));
    const settled = await Promise.allSettled(tries);
    const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refusals).toEqual(Array.from({ length: 4 }, () => 'invalid_state'));
    expect(await listPartnerKeys(ctx, owner)).toHaveLength(2);
    const revoked = await givenPartner(harness.current, { institutionId: partner.institutionId });
    await revokePartnerKey(ctx, owner, revoked.keyId);
    await expect(rotatePartnerKey(ctx, owner, rotation(revoked.keyId, 1))).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });
});

describe('the owner of a key', () => {
  it('every operation checks the owner: another institution and the other mode find nothing, and change nothing', async () => {
    const { ctx } = harness.current;
    const { institutionId, keyId, key } = await givenPartner(harness.current);
    const stranger = await givenInstitution(harness.current);
    for (const owner of [
      { institutionId, livemode: true },
      { institutionId: stranger.id, livemode: false },
    ]) {
      const notFound = { code: 'not_found', status: 404, message: 'This institution has no key with this id.' };
      await expect(rotatePartnerKey(ctx, owner, rotation(keyId, 0))).rejects.toMatchObject(notFound);
      await expect(changePartnerKey(ctx, owner, { id: keyId, label: 'mine' })).rejects.toMatchObject(notFound);
      await expect(revokePartnerKey(ctx, owner, keyId)).rejects.toMatchObject(notFound);
      await expect(revokePartnerKey(ctx, owner, 'key_none')).rejects.toMatchObject(notFound);
      expect(await listPartnerKeys(ctx, owner)).toEqual([]);
    }
    expect(await call(key)).toBe('200');
    expect(await listPartnerKeys(ctx, { institutionId, livemode: 'both' })).toMatchObject([{ id: keyId, label: null }]);
  });

  it('keys count per mode: the fifty-first usable key is refused, an ended one makes room', async () => {
    const { ctx } = harness.current;
    const { id: institutionId } = await givenInstitution(harness.current);
    const wanted = { institutionId, livemode: false, role: 'full', label: undefined, expiresAt: undefined } as const;
    const made = [];
    for (let turn = 0; turn < 50; turn += 1) made.push(await createPartnerKey(ctx, wanted));
    await expect(createPartnerKey(ctx, wanted)).rejects.toMatchObject({ code: 'key_limit', status: 409 });
    await createPartnerKey(ctx, { ...wanted, livemode: true });
    const first = made[0]?.id ?? '';
    const owner = { institutionId, livemode: false };
    await expect(rotatePartnerKey(ctx, owner, rotation(first, 1))).rejects.toMatchObject({ code: 'key_limit' });
    await rotatePartnerKey(ctx, owner, rotation(first, 0));
    expect(await listPartnerKeys(ctx, owner)).toHaveLength(51);
  });
});

describe('networks from which a key is accepted', () => {
  it('the networks refuse the key from everywhere else, with the true reason and without counting it as a guess', async () => {
    const { ctx } = harness.current;
    const { institutionId, keyId, key } = await givenPartner(harness.current);
    const owner = { institutionId, livemode: false };
    await changePartnerKey(ctx, owner, { id: keyId, allowed_addresses: ['198.51.100.0/24', '2001:db8:7::/48'] });
    const inside = ['198.51.100.7', '2001:db8:7:1::9', '::ffff:198.51.100.8'];
    const outside = ['203.0.113.200', '2001:db8:8::1', '198.51.101.1'];
    expect(await Promise.all(inside.map((from) => call(key, from)))).toEqual(['200', '200', '200']);
    expect(await Promise.all(outside.map((from) => call(key, from)))).toEqual(outside.map(() => '403 forbidden'));
    for (let turn = 0; turn < 15; turn += 1) expect(await call(key, '203.0.113.200')).toBe('403 forbidden');
    await changePartnerKey(ctx, owner, { id: keyId, allowed_addresses: [] });
    expect(await call(key, '203.0.113.200')).toBe('200');
  });

  it('the networks are not checked for an ended key: revoked and expired come first', async () => {
    const { ctx } = harness.current;
    const { institutionId, keyId, key } = await givenPartner(harness.current);
    const owner = { institutionId, livemode: false };
    await changePartnerKey(ctx, owner, { id: keyId, allowed_addresses: ['198.51.100.0/24'] });
    await revokePartnerKey(ctx, owner, keyId);
    expect(await call(key, '203.0.113.201')).toBe('401 key_revoked');
  });

  it('each invalid network is named, and then nothing is stored', async () => {
    const { ctx } = harness.current;
    const { institutionId, keyId } = await givenPartner(harness.current);
    const change = { id: keyId, label: 'other', allowed_addresses: ['198.51.100.0/24', 'office', '0.0.0.0/0'] };
    await expect(changePartnerKey(ctx, { institutionId, livemode: false }, change)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { issues: [{ path: 'allowed_addresses.1' }, { path: 'allowed_addresses.2' }] },
    });
    expect(await listPartnerKeys(ctx, { institutionId, livemode: false })).toMatchObject([
      { label: null, allowed_addresses: [] },
    ]);
  });
});

it('a key shows from where it was last used, written once a minute; a refused call does not count as a use', async () => {
  const { ctx, clock } = harness.current;
  const { institutionId, keyId, key } = await givenPartner(harness.current);
  const owner = { institutionId, livemode: false };
  const used = async () => (await listPartnerKeys(ctx, owner))[0]?.last_used_address;
  expect(await used()).toBeNull();
  await call(key, '198.51.100.1');
  await call(key, '198.51.100.2');
  expect(await used()).toBe('198.51.100.1');
  clock.advance(60);
  await call(key, '198.51.100.2');
  expect(await used()).toBe('198.51.100.2');
  clock.advance(60);
  await changePartnerKey(ctx, owner, { id: keyId, allowed_addresses: ['198.51.100.1'] });
  expect(await call(key, '198.51.100.3')).toBe('403 forbidden');
  expect(await used()).toBe('198.51.100.2');
});
