import { beforeEach, describe, expect, it } from 'vitest';
import { usedMb } from '#test/processes/memory';
import { useHarness } from '#test/harness';
import { runs } from '#test/runs';
import { importListings, type ListingFormat } from './import-listings.ts';
import { readMarket } from '../reads/read-market.ts';
import { givenEmptyMarket, sampleSubject } from '../market/testing.ts';

const harness = useHarness();
beforeEach(() => givenEmptyMarket(harness.current.ctx));

async function* inChunks(text: string | Uint8Array, size = 1000) {
  const bytes = Buffer.from(text as string);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const importText = (text: string | Uint8Array, format: ListingFormat, source = 'test') =>
  importListings(harness.current.ctx, { chunks: inChunks(text), format, source });

type Row = {
  source_id: string;
  price: number;
  vin: string | null;
  state: string;
  branded: boolean;
  trim: string | null;
};

const stored = () =>
  harness.current.ctx.db.many<Row & Record<string, unknown>>({
    text: 'select * from market.listings order by source, source_id',
    values: [],
  });

const good = {
  id: 'a1',
  vin: 'SYNTHETIC00000001',
  year: 2019,
  make: 'Honda',
  model: 'Accord',
  trim: 'EX',
  price: 20_000,
  miles: 50_000,
  zip: '78701',
  dealer: 'Synthetic Motors',
  url: 'https://cars.example/a1?from=feed',
  first_seen_at: '2026-10-01',
  last_seen_at: '2026-11-14T10:00:00Z',
};
const ndjson = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

describe('a file of listings', () => {
  it('an NDJSON file is stored with the location of its ZIP, and found', async () => {
    const report = await importText(ndjson(good), 'ndjson');
    expect(report).toEqual({ rows: 1, created: 1, updated: 0, bad: 0, problems: [] });
    expect(await stored()).toEqual([
      {
        source: 'test',
        source_id: 'a1',
        vin: 'SYNTHETIC00000001',
        year: 2019,
        make: 'Honda',
        model: 'Accord',
        trim: 'EX',
        make_key: 'honda',
        model_key: 'accord',
        trim_key: 'ex',
        price: 20_000,
        miles: 50_000,
        branded: false,
        state: 'TX',
        lat: expect.closeTo(30.2706, 3),
        lon: expect.closeTo(-97.7426, 3),
        dealer: 'Synthetic Motors',
        first_seen_at: new Date('2026-10-01T00:00:00Z'),
        last_seen_at: new Date('2026-11-14T10:00:00Z'),
        url: 'https://cars.example/a1?from=feed',
        fuel: '',
        body: '',
        drive: '',
        priced_at: null,
      },
    ]);
    expect((await readMarket(harness.current.ctx, sampleSubject()))?.figures.sampleSize).toBe(1);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//cars.example/a1',
    'https://staff:secret@cars.example/',
    `https://cars.example/${'x'.repeat(500)}`,
    7,
  ])('an unsafe address is dropped and its listing stored: %s', async (url) => {
    expect(await importText(ndjson({ ...good, url }), 'ndjson')).toMatchObject({ rows: 1, created: 1, bad: 0 });
    expect(await stored()).toMatchObject([{ source_id: 'a1', url: null }]);
  });

  it('a CSV file is read by its column names, in any order, with quotes, commas, line breaks and a byte order mark', async () => {
    const text = [
      '\uFEFFPrice,ZIP_code,year,MAKE,model,trim,mileage,vin,dealer_name,title_status,last_seen_at',
      '"$18,995.00",2108,2019,Honda,Accord,"EX ""Plus""","50,000",SYNTHETIC00000002,"Motors, ""The""",clean,2026-11-14',
      '17000,78701,2018,Honda,Accord,,,SYNTHETIC00000003,Back\\slash,rebuilt,1794650000',
      '',
    ].join('\r\n');
    expect(await importText(text, 'csv')).toMatchObject({ rows: 2, created: 2, bad: 0 });
    expect(await stored()).toMatchObject([
      {
        source_id: 'SYNTHETIC00000002',
        price: 18_995,
        miles: 50_000,
        trim: 'EX "Plus"',
        dealer: 'Motors, "The"',
        state: 'MA',
        branded: false,
      },
      { source_id: 'SYNTHETIC00000003', price: 17_000, miles: null, trim: null, dealer: 'Back\\slash', branded: true },
    ]);
  });

  it('a file imported again updates its listings, and an older one that comes late changes nothing', async () => {
    await importText(ndjson(good), 'ndjson');
    const newer = { ...good, price: 19_000, last_seen_at: '2026-11-15T10:00:00Z', first_seen_at: '2026-10-20' };
    expect(await importText(ndjson(newer), 'ndjson')).toMatchObject({ created: 0, updated: 1 });
    expect(await importText(ndjson(good), 'ndjson')).toMatchObject({ created: 0, updated: 0 });
    expect(await stored()).toMatchObject([{ price: 19_000, first_seen_at: new Date('2026-10-01T00:00:00Z') }]);
  });

  it("a file's fuel, body and drive become keys, by the names that files use for them", async () => {
    const kind = { fuel_type: 'Unleaded', body_style: 'Sedan', drivetrain: 'AWD' };
    await importText(ndjson({ ...good, ...kind }, { ...good, id: 'b1', trim: 'Hybrid EX' }), 'ndjson');
    expect(await stored()).toMatchObject([
      { fuel: 'gasoline', body: 'sedan', drive: '4wd' },
      { fuel: 'hybrid', body: '', drive: '' },
    ]);
  });

  it('a changed price keeps the previous one in the past, with the days on which it was seen', async () => {
    const seen = (price: number, day: string) => ({ ...good, price, last_seen_at: `2026-11-${day}T10:00:00Z` });
    for (const one of [seen(20_000, '10'), seen(20_000, '11'), seen(19_000, '12'), seen(18_000, '14')])
      await importText(ndjson(one), 'ndjson');
    expect(await stored()).toMatchObject([{ price: 18_000, priced_at: new Date('2026-11-14T10:00:00Z') }]);
    const past = await harness.current.ctx.db.many<Record<string, unknown>>({
      text: 'select price, first_seen_at, last_seen_at from market.past_listings order by first_seen_at',
      values: [],
    });
    const day = (text: string) => new Date(`2026-${text}Z`);
    expect(past).toEqual([
      { price: 20_000, first_seen_at: day('10-01T00:00:00'), last_seen_at: day('11-11T10:00:00') },
      { price: 19_000, first_seen_at: day('11-12T10:00:00'), last_seen_at: day('11-12T10:00:00') },
    ]);
  });

  it('an import gives its models another version, and only those', async () => {
    const versions = async () => {
      const text = 'select model_key, version::int as version from market.models order by model_key';
      const rows = await harness.current.ctx.db.many<{ model_key: string; version: number }>({ text, values: [] });
      return Object.fromEntries(rows.map((row) => [row.model_key, row.version]));
    };
    await importText(ndjson(good, { ...good, id: 'b1', model: 'Civic' }), 'ndjson');
    const before = await versions();
    await importText(ndjson({ ...good, last_seen_at: '2026-11-15T10:00:00Z' }), 'ndjson');
    const after = await versions();
    expect(Object.keys(after)).toEqual(['accord', 'civic']);
    expect(after['civic']).toBe(before['civic']);
    expect(after['accord']).toBeGreaterThan(before['accord'] ?? Infinity);
  });

  it('a file with one id twice uses the one seen last', async () => {
    const older = { ...good, price: 1000, last_seen_at: '2026-11-01' };
    expect(await importText(ndjson(older, good, older), 'ndjson')).toMatchObject({ rows: 3, created: 1, updated: 0 });
    expect(await stored()).toMatchObject([{ price: 20_000 }]);
  });

  it('the same id from another source is another listing', async () => {
    await importText(ndjson(good), 'ndjson', 'one');
    expect(await importText(ndjson(good), 'ndjson', 'two')).toMatchObject({ created: 1 });
    expect(await stored()).toHaveLength(2);
  });
});

describe('an invalid line', () => {
  it.each<[string, object | string, string]>([
    ['no JSON', '{"id":', 'is not JSON'],
    ['a list', '[1]', 'is not an object'],
    ['null', 'null', 'is not an object'],
    ['no id and no VIN', { ...good, id: undefined, vin: undefined }, 'has neither an id nor a VIN'],
    ['a short VIN', { ...good, vin: 'ABC' }, 'vin is not 17 letters and digits'],
    ['no make', { ...good, make: '' }, 'make is missing'],
    ['a model without letters', { ...good, model: '--' }, 'model is missing'],
    ['no price', { ...good, price: null }, 'price is missing'],
    ['a price in words', { ...good, price: 'call us' }, 'price is not a number from 0 to 100000000'],
    ['a negative price', { ...good, price: -1 }, 'price is not a number from 0 to 100000000'],
    ['an endless price', { ...good, price: 1e30 }, 'price is not a number from 0 to 100000000'],
    ['an object for a price', { ...good, price: {} }, 'price is not text'],
    ['a year out of bounds', { ...good, year: 1899 }, 'year is not a number from 1900 to 2100'],
    ['too many miles', { ...good, miles: 2_000_001 }, 'miles is not a number from 0 to 2000000'],
    ['no place', { ...good, zip: '00000' }, 'has neither a known zip nor coordinates'],
    ['coordinates that are none', { ...good, latitude: 91, longitude: 0 }, 'latitude is not a number of degrees'],
    ['a day that does not exist', { ...good, last_seen_at: '2026-02-30' }, 'last_seen_at is not a date'],
    ['a time to come', { ...good, last_seen_at: '2027-01-01' }, 'last_seen_at is in the future'],
    ['a zero byte', { ...good, dealer: 'a\0b' }, 'dealer has control characters'],
    ['a tab that would shift columns', { ...good, trim: 'a\tb' }, 'trim has control characters'],
    ['a text without end', { ...good, dealer: 'x'.repeat(121) }, 'dealer is longer than 120 characters'],
    ['a line without end', `"${'x'.repeat(70_000)}"`, 'is too long or not UTF-8'],
  ])(
    'a line invalid because of %s is counted and reported by its number, and the others are stored',
    async (_why, row, message) => {
      const line = typeof row === 'string' ? row : JSON.stringify(row);
      const other = { ...good, id: 'other' };
      const report = await importText(`${ndjson(other)}\n${line}\n${ndjson({ ...good, id: 'last' })}`, 'ndjson');
      expect(report).toEqual({ rows: 3, created: 2, updated: 0, bad: 1, problems: [{ line: 3, message }] });
    },
  );

  it('a line that is not UTF-8, or has a dangerous member name, does no harm', async () => {
    const bytes = Buffer.concat([Buffer.from([0xc3, 0x28, 0x0a]), Buffer.from(ndjson(good))]);
    expect(await importText(bytes, 'ndjson')).toMatchObject({ created: 1, bad: 1, problems: [{ line: 1 }] });
    const trap = `{"__proto__":{"price":1},"constructor":1,${JSON.stringify(good).slice(1)}\n`;
    expect(await importText(trap, 'ndjson')).toMatchObject({ updated: 1, bad: 0 });
  });

  it.each([
    ['has fields that no column has', 'x,y\n', 'has 2 fields, not 5'],
    ['opens a quote and never closes it', `"a,b\n${'c\n'.repeat(25)}`, 'has a quote that is never closed'],
  ])('a CSV line that %s does not affect the rest of the file', async (_why, line, message) => {
    const head = 'vin,year,make,model,price,zip\n'.replace(',zip', '').replace('vin', 'id');
    const rowOf = (id: string) => `${id},2019,Honda,Accord,20000\n`;
    // Without a location nothing is stored: this checks which lines were read.
    const report = await importText(`${head}${rowOf('a')}${line}${rowOf('b')}`, 'csv');
    const told = report.problems.map((problem) => problem.message);
    expect(told[0]).toBe('has neither a known zip nor coordinates');
    expect(told).toContain(message);
    expect(told.at(-1)).toBe('has neither a known zip nor coordinates');
  });

  it('only the first hundred invalid lines are reported', async () => {
    const report = await importText('{}\n'.repeat(150), 'ndjson');
    expect([report.bad, report.problems.length, report.problems.at(-1)?.line]).toEqual([150, 100, 100]);
  });
});

describe('a large file', () => {
  const rows = runs({ always: 30_000, nightly: 1_000_000 });

  async function* lines() {
    for (let at = 0; at < rows; at += 500) {
      const some = Array.from({ length: 500 }, (_, index) =>
        JSON.stringify({ ...good, id: `big-${at + index}`, vin: `SYNTHETIC${String(at + index).padStart(8, '0')}` }),
      );
      yield Buffer.from(`${some.join('\n')}\n`);
    }
  }

  it('a large file is stored without being held in memory', { timeout: 900_000 }, async () => {
    const before = usedMb('heapUsed');
    let most = 0;
    async function* watched() {
      let turn = 0;
      for await (const chunk of lines()) {
        turn += 1;
        if (turn % 40 === 0) most = Math.max(most, usedMb('heapUsed') - before);
        yield chunk;
      }
    }
    const report = await importListings(harness.current.ctx, { chunks: watched(), format: 'ndjson', source: 'big' });
    expect(report).toMatchObject({ rows, created: rows, bad: 0 });
    expect(most).toBeLessThan(64);
  });
});
