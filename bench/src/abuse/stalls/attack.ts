// The type of an attack, and how each kind of caller sends one.

/**
 * What attackers have: accounts that anyone can get, and the secrets of the two providers, because anyone can write
 * the content.
 */
export type AttackWorld = {
  readonly port: number;
  readonly origin: string;
  readonly lmtpPort: number;
  /** An address of ours that takes replies. */
  readonly mailTo: string;
  readonly mailSecret: string;
  readonly textSecret: string;
  readonly cookie: string;
  readonly institutionId: string;
  readonly endpointId: string;
  readonly partnerKey: string;
  readonly staffToken: string;
  readonly ownerPath: string;
};

export type Shot =
  | { readonly kind: 'mail'; readonly mail: Buffer }
  | {
      readonly kind: 'http';
      readonly method: string;
      readonly path: string;
      readonly headers: Readonly<Record<string, string | string[]>>;
      readonly body?: string | Buffer;
    };

type Makers = readonly (() => Promise<Shot> | Shot)[];

/** An attack: one request, or several; `most` is how many of those that differ only in a field. */
export type Shots = (world: AttackWorld, most: number) => Makers | Promise<Makers>;

/** By name. */
export type AttackTable = Readonly<Record<string, Shots>>;

export const mebibyte = 1_048_576;

export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};

/**
 * Units that are repeated to slow down patterns: each kind of whitespace, separators, opening brackets, and keywords.
 */
const pumps = [
  ' ',
  '\u2003',
  '\n',
  '\t',
  '\r\n',
  '0',
  '1,',
  '"',
  "'",
  'a@',
  'a.',
  '<',
  '<!--',
  '&',
  '&#',
  ';',
  '(',
  '$ ',
  '- ',
  'no ',
  'On a\n',
  '> ',
];

/** Texts of exactly this length whose last character fails the match. */
export const pumped = (length: number): string[] =>
  pumps.map((unit) => `${unit.repeat(Math.ceil(length / unit.length)).slice(0, Math.max(0, length - 1))}x`);

export const json = { 'content-type': 'application/json' };

type Sent = { readonly body: string | Buffer; readonly type?: string };

/** Sent by a portal user in test mode. */
export const ofPortal = (world: AttackWorld, path: string, { body, type = 'application/json' }: Sent): Shot => ({
  kind: 'http',
  method: 'POST',
  path: `/api/portal/v1/${world.institutionId}/test${path}`,
  headers: { ...asUser(world), 'content-type': type },
  body,
});

export const asUser = ({ cookie, origin }: AttackWorld) => ({ cookie, origin });
export const asPartner = ({ partnerKey }: AttackWorld) => ({ authorization: `Bearer ${partnerKey}` });
export const asStaff = ({ staffToken }: AttackWorld) => ({ authorization: `Bearer ${staffToken}` });

/** An intake that owns both the case page and the email address. */
export const ownedEmail = 'stalls-owner@example.com';
