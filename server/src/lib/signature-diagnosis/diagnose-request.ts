// Names the mistake under which a signature verifies. It is named only if it does: a guess would cost more than it helps.
import { verify, type KeyObject } from 'node:crypto';
import { componentsOf, type SignatureAlgorithm } from '#lib/http-signatures/gap-v2';
import { findDigestMistakes } from './digest-mistakes.ts';
import { mistake, type Mistake } from './mistakes.ts';
import { listWrongWays, usualRecipe, writeText, type Recipe, type WrongWay } from './recipes.ts';
import { listSignatureBytes, type SignatureBytes } from './signature-bytes.ts';
import { readSignedRequest, type ReadRequest, type SignedRequest } from './signed-request.ts';

export type OwnCredential = {
  readonly id: string;
  readonly alg: SignatureAlgorithm;
  readonly key: KeyObject;
  readonly status: 'active' | 'pending' | 'revoked';
  readonly livemode: boolean;
};

export type RequestToDiagnose = {
  readonly request: SignedRequest;
  readonly publicBaseUrl: string;
  /** Only those of the institution that asks. */
  readonly credentials: readonly OwnCredential[];
  /** When the request arrived. */
  readonly at: Date;
  readonly windowS: number;
  readonly nonceUsed?: boolean;
  /** How many simultaneous mistakes to search for in the text: 1 is quick, 2 is thorough. */
  readonly depth?: 1 | 2;
};

export type Diagnosis = {
  /** `explained`: the signature verifies once these mistakes are corrected. */
  readonly verdict: 'valid' | 'explained' | 'not_explained';
  readonly mistakes: readonly Mistake[];
  /** The text that should have been signed, as far as the request shows. */
  readonly expectedText: string | undefined;
  /** The text that was signed. */
  readonly signedText: string | undefined;
  readonly credentialId: string | undefined;
  /** How many times a signature was compared with a text. */
  readonly verifications: number;
};

/** No case needs more; each takes a tenth of a millisecond. */
const verificationsMax = 6000;

export async function diagnoseRequest(signed: RequestToDiagnose): Promise<Diagnosis> {
  const { request, publicBaseUrl } = signed;
  const read = readSignedRequest(request, publicBaseUrl);
  if (read === undefined) return unreadable(request);
  const expectedText = writeExpected(read, request, publicBaseUrl);
  const { found, verifications } = await findRecipe(signed, read);
  const digest = findDigestMistakes(read.headers.get('content-digest'), request.body);
  if (found === undefined) {
    const mistakes = [...read.mistakes, ...digest, ...timeMistakes(signed, read)];
    return { ...nothing, verdict: 'not_explained', mistakes, expectedText, verifications };
  }
  const mistakes = [
    ...read.mistakes,
    ...found.mistakes,
    ...digest,
    ...credentialMistakes(found.credential, read),
    ...timeMistakes(signed, read),
    ...(signed.nonceUsed === true ? [mistake('nonce.used')] : []),
  ];
  const unique = mistakes.filter(({ code }, index) => mistakes.findIndex((one) => one.code === code) === index);
  return {
    verdict: unique.length === 0 ? 'valid' : 'explained',
    mistakes: unique,
    expectedText,
    signedText: writeText(found.recipe),
    credentialId: found.credential.id,
    verifications,
  };
}

const nothing = { expectedText: undefined, signedText: undefined, credentialId: undefined, verifications: 0 };

function unreadable({ rawHeaders }: SignedRequest): Diagnosis {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const both = names.includes('signature-input') && names.includes('signature');
  const mistakes = [mistake(both ? 'input.unreadable' : 'input.missing')];
  return { ...nothing, verdict: 'explained', mistakes };
}

function writeExpected(read: ReadRequest, { method, target }: SignedRequest, publicBaseUrl: string): string {
  const valueOf = (name: string) => {
    if (name === '@method') return method;
    return name === '@target-uri' ? publicBaseUrl + target : (read.headers.get(name) ?? '');
  };
  const lines = componentsOf(method, read.headers).map((name) => ({ name, value: valueOf(name) }));
  return writeText(usualRecipe(lines, read.params[0] ?? ''));
}

type Found = { readonly recipe: Recipe; readonly credential: OwnCredential; readonly mistakes: readonly Mistake[] };

/** Tries the fewest mistakes first, because a simpler explanation is likelier. */
async function findRecipe(
  signed: RequestToDiagnose,
  read: ReadRequest,
): Promise<{ found: Found | undefined; verifications: number }> {
  const readings = listSignatureBytes(read.headers.get('signature') ?? '', read.alg);
  const named = signed.credentials.filter(({ id }) => id === read.keyid);
  const others = signed.credentials.filter(({ id }) => id !== read.keyid);
  const { search, countVerifications } = createSearch(readings);
  const ways = listWrongWays(hostsOf(read, signed.publicBaseUrl), read.label);
  const usual = read.params.map((params) => ({
    recipe: usualRecipe(read.lines, params),
    codes: [] as WrongWay['code'][],
  }));
  const once = usual.flatMap((candidate) => spread(candidate, ways));
  const found =
    (await search(usual, named)) ??
    (await search(once, named)) ??
    (await search(usual, others)) ??
    (await search(once, others)) ??
    (signed.depth === 1
      ? undefined
      : await search(
          once.flatMap((candidate) => spread(candidate, ways)),
          named,
        ));
  return { found, verifications: countVerifications() };
}

type Candidate = { readonly recipe: Recipe; readonly codes: readonly WrongWay['code'][] };

/** Each candidate with one more mistake, in the table's order, so that no pair is made twice. */
function spread({ recipe, codes }: Candidate, ways: readonly WrongWay[]): Candidate[] {
  const from = ways.findIndex(({ code }) => code === codes.at(-1)) + 1;
  return ways
    .slice(from)
    .flatMap(({ code, apply }) => apply(recipe).map((one) => ({ recipe: one, codes: [...codes, code] })));
}

function hostsOf({ headers }: ReadRequest, publicBaseUrl: string): string[] {
  const own = publicBaseUrl.replace(/^https?:\/\//, '');
  const seen = ['host', 'x-forwarded-host', 'x-original-host'].map((name) => headers.get(name));
  const likely = [own.toUpperCase(), `www.${own}`, `sandbox.${own}`, 'localhost', 'localhost:3000', 'localhost:8080'];
  const hosts = [...seen, ...likely].filter(
    (host): host is string => host !== undefined && /^[\w.:[\]-]{1,255}$/.test(host),
  );
  return [...new Set(hosts)].filter((host) => host !== own);
}

/** Verifies candidates in turn, and never the same text twice with a key. */
function createSearch(readings: readonly SignatureBytes[]) {
  const tried = new Set<string>();
  let left = verificationsMax;
  const search = async (
    candidates: readonly Candidate[],
    credentials: readonly OwnCredential[],
  ): Promise<Found | undefined> => {
    for (const credential of credentials)
      for (const { recipe, codes } of candidates) {
        const message = recipe.message(Buffer.from(writeText(recipe), 'latin1'));
        const name = `${credential.id} ${credential.alg === 'ed25519' ? '' : recipe.hash} ${message.toString('latin1')}`;
        if (tried.has(name)) continue;
        tried.add(name);
        for (const { bytes, mistakes } of readings) {
          if (left <= 0) return undefined;
          left -= 1;
          if (await holds(credential, { message, hash: recipe.hash, signature: bytes }))
            return { recipe, credential, mistakes: [...mistakes, ...codes.map((code) => mistake(code))] };
        }
      }
    return undefined;
  };
  return { search, countVerifications: () => verificationsMax - left };
}

type Attempt = { readonly message: Buffer; readonly hash: Recipe['hash']; readonly signature: Buffer };

/** On the thread pool, so that other requests are served meanwhile. */
function holds({ alg, key }: OwnCredential, { message, hash, signature }: Attempt): Promise<boolean> {
  return new Promise((resolve) => {
    verify(alg === 'ed25519' ? null : hash, message, { key, dsaEncoding: 'ieee-p1363' }, signature, (error, valid) =>
      resolve(error === null && valid),
    );
  });
}

function credentialMistakes(credential: OwnCredential, { keyid, alg, environment }: ReadRequest): Mistake[] {
  const { id, status, livemode } = credential;
  const known = keyid?.startsWith('crd_') === true;
  return [
    ...(id === keyid ? [] : [mistake(known ? 'credential.other' : 'credential.unknown_keyid', `It is ${id}.`)]),
    ...(alg === undefined || alg === credential.alg ? [] : [mistake('credential.alg', `It is ${credential.alg}.`)]),
    ...(status === 'active' ? [] : [mistake(`credential.${status}`)]),
    ...((environment === 'TEST' && livemode) || (environment === 'PRODUCTION' && !livemode)
      ? [mistake('environment.mode')]
      : []),
  ];
}

/** In milliseconds this is later than any date. */
const secondsMax = 100_000_000_000;

function timeMistakes({ at, windowS }: RequestToDiagnose, { created }: ReadRequest): Mistake[] {
  if (created === undefined) return [];
  if (created > secondsMax) return [mistake('created.milliseconds')];
  const ahead = created - Math.floor(at.getTime() / 1000);
  if (Math.abs(ahead) <= windowS) return [];
  return [mistake('created.clock', `It is ${Math.abs(ahead)} seconds ${ahead > 0 ? 'ahead' : 'behind'}.`)];
}
