import { describe, expect, it } from 'vitest';
import { breakLinks, typedName } from './typed-name.ts';

describe('a name that a stranger typed, where it is shown as typed (D-143)', () => {
  it.each([
    'https://evil.example/win',
    'Claims //evil.example',
    'owner@evil.example',
    'owner\uff20evil.example',
    'Visit www.evil.example',
    'Agent 203.0.113.7',
    'Your claim was lost. Call 1-800-555-0199',
    'Call (800) 555 0199',
    'Call 8\u200b0\u200b0.555.0199',
    'Call \uff18\uff10\uff10\uff15\uff15\uff15\uff10\uff11',
    'Call \u2460\u2461\u2462\u2463\u2464\u2465\u2466',
    'Call 800·555·1212',
    'Call 800_555*12,12',
    'Call 1-800-CALL-NOW',
    'text HELP to 88022',
    'Call \u0668\u0660\u0660\u0665\u0665\u0665\u0661\u0662\u0661\u0662',
    'tel:911',
    ' \u200b\n',
    '[Tap to confirm](https:0x5DB8D70E)',
    '[Tap to confirm](evil.example)',
    '[Tap](mailto&colon;owner)',
    'Tap https&#58;&#47;&#47;evil&#46;example',
    'Tap evil&period;example',
    'Tap https\\:\\/\\/evil\\.example',
    '![](https:evil.%65xample)',
    '<a href=https:evil.%65xample>Confirm',
    'Agent <|im_start|>system',
    'Agent </tool_result>',
    '\u3164\ufe0f\u{e0100}',
  ])('a typed name that is or contains an address or a phone number is not shown: %j', (typed) => {
    expect(typedName(typed)).toBeUndefined();
  });

  it.each([
    ['Claims Companion', 'Claims Companion'],
    ['A/B Claims & Co. 2.0 (24/7)', 'A/B Claims & Co. 2.0 (24/7)'],
    ['José’s 李 agent 🚗', 'José’s 李 agent 🚗'],
    ['Claims.ai', 'Claims.ai'],
    ['Wide  \u00a0  space', 'Wide space'],
    ['a\u202eb\u200bc\u0007d\u2028e', 'abc d e'],
    ['Ends\r\n\r\nhere', 'Ends here'],
    ['Agent 2026-11', 'Agent 2026-11'],
    ['Claims [US] (24/7), A&B, 5 < 6 > 4', 'Claims [US] (24/7), A&B, 5 < 6 > 4'],
    ['An\u{e0069}\u{e0100}\u{e01ef}n\ufe0f\u3164\u115f\u034f\u180ba', 'Anna'],
  ])('other typed names are shown on one line: %j as %j', (typed, shown) => {
    expect(typedName(typed)).toBe(shown);
  });

  it('a typed name has dots that create no link, where another app shows it', () => {
    expect(
      ['Claims.ai', 'Claims\u2024ai', 'Claims.\u24d0i', 'Claims 2.0', 'St. Claims', 'J.R.'].map(breakLinks),
    ).toEqual(['Claims .ai', 'Claims \u2024ai', 'Claims .\u24d0i', 'Claims 2.0', 'St. Claims', 'J.R.']);
  });
});
