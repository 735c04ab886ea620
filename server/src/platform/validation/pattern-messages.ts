/** A description of each pattern for clients, who never see a regular expression. */
export const patternWords: Readonly<Record<string, string>> = {
  '^([1-9]\\d?|100)$': 'a whole number from 1 to 100',
  '^(\\d|1\\d|2[0-3])$': 'a whole number from 0 to 23',
  '^[1-7]$': 'a whole number from 1 to 7',
  '^[1-9]\\d{0,2}$': 'a whole number from 1 to 999',
  '^/[A-Za-z0-9][\\w\\-./?=&%~+]*$': 'a path of this site',
  '^\\d{1,9}$': 'a whole number of up to 9 digits',
  '(\\S\\s*){15}': 'text of at least 15 characters besides spaces',
  '^\\d{6}$': 'six digits',
  '^\\d{4}-\\d{2}-\\d{2}$': 'a date written YYYY-MM-DD',
  '^\\d{5}(-\\d{4})?$': 'a ZIP code of five digits, such as 94107, or with four more',
  '^[A-Za-z]{2}$': 'two letters, such as CA',
  '^[A-Za-z]+$': 'letters only',
  '^[A-HJ-NPR-Za-hj-npr-z0-9]{17}$': '17 characters without I, O, Q',
  '^[a-z0-9][a-z0-9-]{0,59}$': '1 to 60 small letters, digits and hyphens, such as my-agent',
  '^[a-z0-9][a-z0-9-]{1,39}$': '2 to 40 small letters, digits and hyphens, such as my-agent',
  '^[a-z][a-z0-9_-]{0,39}$': 'up to 40 small letters, digits, hyphens and underscores, with a letter first',
  '^[\\x21-\\x7e]+$': 'visible ASCII characters without spaces',
  '^[^\\u0000]*$': 'text without a zero character',
  '^\\s*[^\\s\\u0000][^\\u0000]*$': 'text, and not only spaces',
  '^[0-9A-Za-z-]{16,64}$': '16 to 64 letters, digits and hyphens',
  '^[0-9A-Za-z-]{8,64}$': '8 to 64 letters, digits and hyphens',
  '^[0-9A-Za-z]{43}$': '43 letters and digits',
  '^[0-9a-f]{64}$': '64 hexadecimal digits in small letters',
  '^[A-Za-z0-9+/]*={0,2}$': 'base64',
  '^[A-Za-z0-9_-]+$': 'base64url',
  '^[A-Za-z0-9_-]{43}$': 'base64url, 43 characters',
  '^[A-Za-z0-9_-]{43,128}$': 'base64url, 43 to 128 characters',
  '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$':
    'a domain in small letters, such as example.com',
  '^https://[^\\s?#]+$': 'an https address without a query',
  '^(ref|enr|whe)_[0-9A-Za-z]{1,60}$': 'the id of a referral, an enrollment or an endpoint',
  '^[a-z]+_[0-9A-Za-z]{24}$': 'an id',
  '^\\d{1,14}~[A-Za-z0-9_]{1,60}$': 'a cursor of this list',
  '^evt_[0-9A-Za-z]{24}$': 'the id of an event, which begins with evt_',
  '^rff_\\w{1,40}$': 'the id of a file, which begins with rff_',
  '^rsf_\\w{1,40}$': 'the id of a file, which begins with rsf_',
  '^snap_[0-9A-Za-z]{24}$': 'the id of a market read, which begins with snap_',
};

/** Not only spaces; the length limit is described separately. */
export const shownPattern = '\\S';

/** A description of each format for clients. */
export const formatWords: Readonly<Record<string, string>> = {
  email: 'an email address',
  uri: 'an absolute http or https URL',
  date: 'a calendar date written YYYY-MM-DD, from 1900 to 2200',
  month: 'a month written YYYY-MM, from 1900 to 2200',
  'us-phone': 'a US phone number',
  timestamp: 'a date or an ISO 8601 timestamp with an offset, from 1900 to 2200',
};
