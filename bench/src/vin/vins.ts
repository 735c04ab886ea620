import { DatabaseSync } from 'node:sqlite';
import { shuffle, type Random } from '#bench/numbers/random';

const alphabet = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789';

type Wanted = { readonly count: number; readonly makers: 'all' | 'largest' };

/** VINs that fit the data: a schema of a maker, one of its keys, the rest at random. */
export function makeVins(file: string, random: Random, { count, makers }: Wanted): string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const schemas = db
      .prepare(
        `select s.wmi, s.year_from as year, s.schema from wmi_schema s
         where length(s.wmi) = 3 and s.year_from between 1981 and 2027 and (? = 'all' or s.wmi in (
           select t.wmi from wmi_schema t join pattern p on p.schema = t.schema
           group by t.wmi order by count(*) desc limit 10))`,
      )
      .all(makers) as { wmi: string; year: number; schema: number }[];
    const keys = db.prepare('select keys from pattern where schema = ? order by keys');
    const chosen = shuffle(random, schemas);
    const pick = <T>(things: readonly T[]): T | undefined => things[Math.floor(random() * things.length)];
    return Array.from({ length: count }, (_, index) => {
      const { wmi, year, schema } = chosen[index % chosen.length] ?? { wmi: '1HG', year: 2003, schema: 0 };
      const { keys: key = '' } = (pick(keys.all(schema)) as { keys: string } | undefined) ?? {};
      return vinOf({ wmi, year, key }, random);
    });
  } finally {
    db.close();
  }
}

type Kind = { readonly wmi: string; readonly year: number; readonly key: string };

function vinOf({ wmi, year, key }: Kind, random: Random): string {
  const char = () => alphabet[Math.floor(random() * alphabet.length)] ?? '0';
  const places = [...key.replaceAll(/\[(.)[^\]]*\]/g, '$1').replaceAll('#', '1')].filter((place) => place !== '|');
  const filled = Array.from({ length: 13 }, (_, place) => {
    const wanted = places[place] ?? '*';
    return alphabet.includes(wanted) ? wanted : char();
  });
  const yearCode = yearCodes[(year - 1980) % 30] ?? '0';
  return [wmi, ...filled.slice(0, 5), '0', yearCode, ...filled.slice(6)].join('').slice(0, 17);
}
