import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directoriesUpTo, createDirectoryStore } from './directory.ts';
import type { ObjectStore } from './port.ts';

let root = '';
let store: ObjectStore;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'makewhole-blobs-'));
  store = createDirectoryStore(root);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const put = (key: string, text: string) => store.create({ key, bytes: Buffer.from(text), type: 'application/pdf' });
const listed = async (from: ObjectStore): Promise<string[]> => {
  const keys: string[] = [];
  for await (const key of from.list()) keys.push(key);
  return keys;
};
const read = async (key: string) => {
  const found = await store.find(key);
  return found && { size: found.sizeBytes, text: (await buffer(found.content)).toString() };
};

describe('objects in a directory', () => {
  it('are complete once put, and never change', async () => {
    expect(await put('intakes/int_1/a.pdf', 'first')).toBe('created');
    expect(await put('intakes/int_1/a.pdf', 'second')).toBe('exists');
    expect(await read('intakes/int_1/a.pdf')).toEqual({ size: 5, text: 'first' });
    expect(await read('intakes/int_1/b.pdf')).toBeUndefined();
    expect(readdirSync(join(root, 'intakes/int_1'))).toEqual(['a.pdf']);
  });

  it('an object that many clients put concurrently is put by one', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) => put('intakes/int_2/a.pdf', `by ${index}`)),
    );
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    expect(await read('intakes/int_2/a.pdf')).toEqual({ size: 4, text: expect.stringMatching(/^by \d$/) });
    expect(readdirSync(join(root, 'intakes/int_2'))).toEqual(['a.pdf']);
  });

  it('a removed object is gone, may be removed again, and leaves its key free', async () => {
    await put('intakes/int_3/a.pdf', 'first');
    await put('intakes/int_3/b.pdf', 'other');
    for (const _ of [1, 2]) await store.delete('intakes/int_3/a.pdf');
    await store.delete('intakes/int_none/a.pdf');
    expect(await read('intakes/int_3/a.pdf')).toBeUndefined();
    expect(await read('intakes/int_3/b.pdf')).toEqual({ size: 5, text: 'other' });
    expect(await put('intakes/int_3/a.pdf', 'second')).toBe('created');
  });

  it('unfinished objects of a killed process are removed by the next removal, and those being written stay', async () => {
    await put('intakes/int_4/a.pdf', 'x');
    const drafts = join(root, '.drafts');
    for (const name of ['left', 'being-written']) writeFileSync(join(drafts, name), 'half');
    const long = new Date(Date.now() - 31 * 60_000);
    utimesSync(join(drafts, 'left'), long, long);
    await store.delete('intakes/int_4/a.pdf');
    expect(readdirSync(drafts)).toEqual(['being-written']);
  });

  it('finished objects are listed, and unfinished ones are not', async () => {
    const other = createDirectoryStore(join(root, 'listed'));
    expect(await listed(other)).toEqual([]);
    for (const key of ['a.pdf', 'intakes/int_1/a.pdf', 'intakes/int_2/a.pdf'])
      await other.create({ key, bytes: Buffer.from('x'), type: 'application/pdf' });
    writeFileSync(join(root, 'listed/.drafts/left'), 'half');
    expect((await listed(other)).sort()).toEqual(['a.pdf', 'intakes/int_1/a.pdf', 'intakes/int_2/a.pdf']);
  });

  it.each(['../a', '/etc/passwd', 'a/../../b', 'a//b', '', 'a/./b', 'a b', 'a/\0', `a/${'b'.repeat(600)}`])(
    'an object is never outside of the directory: %j',
    async (key) => {
      await expect(async () => put(key, 'x')).rejects.toThrow('agreed form');
      await expect(store.find(key)).rejects.toThrow('agreed form');
      await expect(store.delete(key)).rejects.toThrow('agreed form');
    },
  );

  it('an object that cannot be stored is a failure, not a loss', async () => {
    const nowhere = createDirectoryStore('/etc/hostname');
    const object = { key: 'a/b', bytes: Buffer.from('x'), type: 'application/pdf' };
    await expect(nowhere.create(object)).rejects.toMatchObject({ name: 'GatewayError', kind: 'unavailable' });
    await expect(nowhere.delete(object.key)).rejects.toMatchObject({ name: 'GatewayError', kind: 'unavailable' });
    await expect(nowhere.check()).rejects.toThrow('EEXIST');
    expect(await store.check()).toContain(root);
  });
});

describe('the directories to sync for a name', () => {
  it.each([
    ['/srv/blobs', '/srv/blobs/intakes/int_1', ['/srv/blobs/intakes/int_1', '/srv/blobs/intakes', '/srv/blobs']],
    ['/srv/blobs', '/srv/blobs', ['/srv/blobs']],
    ['/', '/intakes', ['/intakes', '/']],
  ])('directories to sync include those below %s of %s', (top, directory, all) => {
    expect(directoriesUpTo(top, directory)).toEqual(all);
  });
});
