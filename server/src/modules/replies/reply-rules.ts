/**
 * How a text reply is classified. `ask` and `wrong_number` may mean that the person wants no more contact: they stop
 * contact like `stop`, and a staff member has to check. `other` is for a person to read.
 */
export const replyKinds = ['stop', 'ask', 'wrong_number', 'help', 'start', 'yes', 'other'] as const;

export type ReplyKind = (typeof replyKinds)[number];

/** Whether it ends all contact. */
export const stopsContact = (kind: ReplyKind): boolean => kind === 'stop' || kind === 'ask' || kind === 'wrong_number';

/** Longer replies are cut; ten text segments. */
export const wordsMax = 1_600;

/** Classifies a reply by its text alone. It is pure, and errs toward `ask`, since a missed stop is the worse error. */
export function decideReply(text: string): ReplyKind {
  const words = toWords(text);
  if (words === '') return stopSigns.test(text) ? 'stop' : rudeSigns.test(text) ? 'ask' : 'other';
  const bare = withoutFillers(words);
  if (startWords.has(bare)) return 'start';
  if (helpWords.has(bare)) return 'help';
  if (yesWords.has(bare)) return 'yes';
  if (/^(?:(?:stop|no|pare|alto) ?)+$/.test(bare) || stopWords.has(bare)) return 'stop';
  const rest = benign.reduce((left, pattern) => left.replace(pattern, ' _ '), words);
  if (wrongNumber.some((pattern) => pattern.test(rest))) return 'wrong_number';
  if (limited.some((pattern) => pattern.test(rest))) return 'ask';
  if (requests.some((pattern) => pattern.test(rest))) return 'stop';
  return unclear.some((pattern) => pattern.test(rest)) ? 'ask' : 'other';
}

const stopSigns = /[\u{1f6d1}\u{26d4}\u{1f6ab}\u{270b}]/u;
const rudeSigns = /[\u{1f595}]/u;

/** Letters of other alphabets that look like Latin ones. */
const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  і: 'i',
  ѕ: 's',
  н: 'h',
  у: 'y',
  х: 'x',
};

/**
 * Lower-case words with single spaces: without accents, width forms, invisible characters, apostrophes and signs; with
 * the letters of spelled-out and drawn-out words joined.
 */
function toWords(text: string): string {
  const plain = text
    .slice(0, wordsMax)
    .replace(/(?<!\s)[^\S\n]*\n\s*sent from my .*/is, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}'’‘`´]/gu, '')
    .replace(/[\u0400-\u04ff]/g, (letter) => lookalikes[letter] ?? letter)
    .replace(/(?<=[a-z])0(?=[a-z])/g, 'o')
    .replace(/\bf\*+/g, 'fuck')
    .replace(/#/g, ' number ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .trim();
  return /^(?:\p{L} )+\p{L}$/u.test(plain) ? plain.replaceAll(' ', '') : plain;
}

/** Words that do not change the meaning of a word that counts. */
const fillers =
  /\b(?:please|pls|plz|thanks|thank you|thx|ty|ok|okay|hi|hello|hey|sorry|sir|maam|man|dude|bro|lol|lmao|haha|uh|um|well|bye|so|just|now|already|reply|por favor|gracias|ya)\b/g;

const withoutFillers = (words: string): string =>
  words
    .replace(/\bno (?:thank|thanks|thank you|thx)\b/g, 'no')
    .replace(fillers, ' ')
    .replace(/ +/g, ' ')
    .trim();

const startWords = new Set(
  'start|start again|start over|unstop|un stop|resume|restart|resubscribe|subscribe|opt in|optin|opt me in|comenzar|empezar|reanudar'.split(
    '|',
  ),
);

const helpWords = new Set(['help', 'help me', 'info', 'information', 'more info', 'ayuda', 'ayudame']);

const yesWords = new Set([
  'yes',
  'y',
  'yeah',
  'yea',
  'yess',
  'yes maam',
  'yep',
  'yup',
  'si',
  'yes yes',
  'yes si',
  'yes i do',
  'yes it is',
]);

/** The whole reply, apart from fillers. */
const stopWords = new Set(
  [
    'stopall|stop all|unsub|cancel|end|quit|revoke|optout|opt out|remove|remove me|delete me|dnc|do not call list',
    'stp|stpo|sotp|tsop|stopp|stpp|dtop|srop|sto|stap|stahp|stawp|stoop|stob|stopit|pass|hard pass|enough|remove|remove number|cut it out|im done|done|knock it off',
    'nope|nah|hell no|no way|absolutely not|no more|not for me|fuck off|f off|piss off|bugger off|get lost|go away',
    'paren|parar|para|deten|detener|detenga|detengan|detente|basta|baja|salir|cancelar|cancela|cancele|cancelen|no mas',
  ]
    .join('|')
    .split('|'),
);

const cannot =
  '(?:dont|do not|didnt|did not|doesnt|wont|would not|wouldnt|cant|cannot|can not|couldnt|could not|never|not)';
const contact = '(?:text|txt|call|contact|message|msg|email|mail|write|send|bother|reach out|phone|ring|spam|harass)';

/** Phrases in which stop words mean something else; they are cut out before the rest is classified. */
const benign: readonly RegExp[] = [
  /\bstop (?:me if|by|at|in|over|sign|light|and go|for gas|making payments|paying|asking|crying|smoking|helping)\b.*/g,
  /\b(?:a|bus|truck|rest|full|non|pit|first|next|last|one|complete|traffic|short) stop\b/g,
  /(?<!make )\b(?:they|it|he|she|that|payments?|storage|fees?)(?:ll| will| would| can| should)? stop\b(?! (?:texting|calling|contacting|messaging) (?:me|us)).*/g,
  new RegExp(
    `\\b(?:they|he|she|it|i|we|who|company|people) (?:just |still |also )?(?:dont|do not|never|doesnt|didnt) (?:even |ever )?${contact}\\b.*`,
    'g',
  ),
  new RegExp(
    `\\b${cannot} (?:even |ever )?(?:stop|mean to (?:stop|unsubscribe)|want to (?:stop|unsubscribe))\\b.*`,
    'g',
  ),
  /\b(?:failed|trying|tried|able|unable|had|have|time|going) to stop\b(?! (?:texting|calling|contacting|messaging))/g,
  /\b(?:did|does|do|will|when|should) (?:it|i|you(?= stop taking| stop working)|they|he|she|we|my \w+|the \w+) stop\b(?! \w*(?:texting|calling|me|us|messag|contact|sending|bother))/g,
  /\bwhy did you stop\b.*/g,
  /\b(?:adjuster|insurer|insurance|agent|shop|dealer|lender|bank|engine|company) (?:just )?(?:quit|stop|end|cancel)\b.*/g,
  new RegExp(`\\b${cannot} (?:unsubscribe|opt out|opt me out|cancel|remove me|take me off)\\b.*`, 'g'),
  /\bopt out of (?:arbitration|the class|the lawsuit)\b/g,
  /\bend (?:of|up|date|well|in)\b|\b(?:the|front|rear|back|dead|week|tail|deep|in the|other) end\b/g,
  /\bnot interested in (?:selling|buying|keeping|settling|their)\b.*/g,
  /\bwhat (?:happens )?if (?:im|i am) not interested\b.*/g,
  /\bnever ?mind\b|\bdont (?:forget|call it|have time now|text much|share)\b|\bnever (?:got|saw|received|heard|had)\b/g,
  /\b(?:im|i am) not (?:sure|driving|happy|home|there|ready|free|available|mad|sorry|hurt|late|done|working|certain)$/g,
  /\b(?:this isnt|this is not) (?:fair|right|true|over|enough|good|correct|urgent)$/g,
  /\bdont want (?:to (?:get ripped|lose|wait|pay|settle|sell|miss|accept|give)|less|anything less|a lower|lower)\b.*/g,
  /\b(?:insurer|adjuster|insurance|company|he|she|they|it|agent|shop|dealer|lender|bank) (?:\w+ ){0,2}(?:never|wont|keeps?) \w+\b.*/g,
  /\bleave (?:me )?(?:a|an|the)\b/g,
  /\b(?:aseguradora|seguro|ajustador|ajustadora|compania|reporte|informe) (?:\w+ )?se equivoc\w+.*/g,
  /\bis (?:this|it) (?:a |some )?(?:scam|spam)\b|\bspam (?:folder|box)\b/g,
];

const wrongNumber: readonly RegExp[] = [
  /\b(?:wrong|incorrect) (?:number|person|guy|phone|lady|man|woman|contact|party|one)\b|^wrong$/,
  /\b(?:not|isnt|no longer) (?:\w+ ){0,2}(?:phone|number)(?: anymore| any more)?$/,
  /\b(?:nobody|no one|noone) (?:here )?(?:\w+ )?(?:by that|by this|with that|named)\b|\b(?:doesnt|does not|dont|no longer) (?:live|lives|work|works) here\b|\bdont know (?:him|her|that person|anybody|anyone|any \w+|who (?:you|u|this))\b|\b(?:this isnt|im not|i am not|this is not) (?!int)[a-z]{3,12}(?:s phone|s number)?$|\bmeant for (?:someone|somebody) else\b|\b(?:not|isnt) (?:his|her|their) (?:number|phone)\b|\b(?:his|her) ex\b/,
  /\b(?:numero|persona) equivocad[oa]\b|\bse equivoc(?:[oa]|aron|an)\b|\best[aa]n? equivocad[oa]s?\b/,
  /\bno soy (?:es[ae]|la|el|dicha) (?:persona|senora?|dueno|duena)\b|\bno soy (?:yo|quien|a quien)\b|\bno conozco a (?:es[ae]|nadie)\b/,
];

const negated = '(?:dont|do not|never|no more|not to|please no|shouldnt|must not|may not)';
const when =
  '(?:before|after|until|till|at work|at night|during|while|today|tomorrow|tonight|instead|right now|this week|on (?:sun|mon|tues|wednes|thurs|fri|satur)days?|so early|so late)';

type Sign = { test(text: string): boolean };

/** One expression, then the other anywhere after it. A single expression for both would restart at every position. */
const inOrder = (first: RegExp, second: RegExp): Sign => ({
  test: (text) => {
    const found = first.exec(text);
    return found !== null && second.test(text.slice(found.index + found[0].length));
  },
});

/** A conditional request for no contact, which may allow other messages, or a complaint that uses stop words. */
const limited: readonly Sign[] = [
  inOrder(new RegExp(`\\b${negated} (?:\\w+ ){0,2}?${contact}\\b`), new RegExp(`\\b${when}\\b`)),
  /\bdo not (?:call|contact) registry\b|\bwhere did you get my\b|\bcancel (?:my|the|our|that) (?:\w+ )?(?:appointment|call|callback|meeting)\b/,
];

const sending = `(?:${contact}|txt|pest|hound|annoy)(?:ing|ting|ming|s)?`;
const these =
  '(?:me|us|it|this|that|these|those|them|all|everything|now|the (?:texts?|messages?|calls|emails?|contact)|texts?|messages?|calls|emails?|with (?:the|these|this)|contact)';
const lists = '(?:your|the|this|that|any|all) (?:\\w+ ){0,2}lists?';

/** A plain request for no more contact, anywhere in the reply. */
const requests: readonly Sign[] = [
  new RegExp(`\\b(?:stop|quit|cease|discontinue|end|cancel) (?:\\w+ (?:and|or) )?(?:all |any |sending |${sending}\\b)`),
  new RegExp(`\\b(?:stop|quit|cease|end|cancel) ${these}\\b`),
  /\b(?:cancel|end) (?:my |the |your )?(?:request|subscription|consultation|service|services|submission)\b/,
  /^(?:stop|cease)\b|\b(?:please|pls|just|now|yes|ok|said|need to|must|(?:you|you guys|guys|them|this|people|yall) to|it|you|and|but|texts) stop\b/,
  /\b(?:want|like|wish|need) to (?:stop|cancel|quit|end (?:it|this)|revoke|unsubscribe|opt out)$/,
  /\bstop$/,
  /\b(?:stop|quit) \w+ing (?:\w+ )?(?:me|us|my|this)\b|\bnot be (?:contacted|called|texted|messaged|emailed)\b/,
  /\bdone with (?:you|u|this|yall)\b|\b(?:knock it off|cut it out|get off my (?:phone|line|case))\b|\b(?:if|wish|until) you(?: guys| people| all)? stopped\b|\b(?:remove|delete) (?:\w+ )?(?:from|off) (?:\w+ )?list\b|\b(?:dont|do not|didnt|did not|never) (?:give )?(?:\w+ )?(?:consent|permission) (?:to|for)\b|\bnot (?:now )?(?:not )?ever\b|\benough(?: already| with (?:the|these))\b|\bblock me\b/,
  /\bun ?su[bs]\w*|\bunscr\w+|\bopt(?:ing|ed)? (?:me |us |this number )?out\b|\boptout\b/,
  /\brevok(?:e|ed|ing)(?: \w+){0,3} (?:consent|permission|authorization)\b|\bi (?:hereby )?revoke\b|\b(?:consent|permission) (?:is )?(?:revoked|withdrawn)\b|\bwithdraw (?:my |any |all )?(?:consent|permission)\b/,
  new RegExp(
    `\\b(?:take|remove|delete|cross|scratch|drop|block) (?:me|us|my (?:\\w+ ){0,2}\\w+|this \\w+) (?:off|out|from)\\b|\\bget (?:me|us) (?:off|out of this)\\b|\\boff (?:of )?${lists}\\b`,
  ),
  /\b(?:remove|delete|erase|lose|forget) (?:me|my (?:number|name|info|information|data|details|phone|contact)|this number|the number|it|us)\b|\btake (?:me|us) off\b/,
  /\bdo not (?:call|contact|text) list\b/,
  new RegExp(`\\b${negated} (?:\\w+ ){0,2}${contact}(?:s|es)?\\b`),
  new RegExp(`\\bno more (?:\\w+ )?(?:${contact}|stuff|of (?:this|these))\\w*\\b`),
  new RegExp(
    `\\b(?:dont|do not|didnt|never|not|no longer) (?:want|wish|care|like) (?:to (?:be|get|receive|hear|talk|speak|continue|do)|for you|it$|this|these|your|ur|any|anything|you to|u to|more|${contact})`,
  ),
  /\b(?:not|no longer|aint|isnt|wasnt|never) (?:at all |really |very )?int\w{2,5}s?t?ed\b|\bno interest\b/,
  /\bleave (?:me|us|him|her) (?:alone|be)\b|\bgo away\b|\bget lost\b|\b(?:fuck|piss|bugger|buzz|screw|back|f) off\b|\bfuck (?:you|u)\b/,
  /\bhell no\b|\b(?:i|we) (?:already )?said no\b|^no (?:no|thank|thanks|im not|we are not|were not)\b|\babsolutely not\b/,
  /\bno (?:me|nos) (?:escrib|llam|mand|envi|contact|molest|text|busqu|habl|marqu)\w*/,
  /\bdej(?:e|en|a|ar) de (?:escrib|llam|mand|envi|contact|molest|text|marc)\w*|\bdej(?:e|en|a)(?:me|nos|nme|nnos) (?:en paz|tranquil\w*)/,
  /\bno quiero (?:mas|recibir|que me|sus?|mensajes?|llamadas?|nada|textos?|esto|hablar|saber|contacto|tratos?)\b|\b(?:ya )?no (?:me|nos) interesa\b|\bno estoy interesad[oa]\b/,
  /\bno dese(?:o|amos) (?:mas|recibir|que|sus?|mensajes?|llamadas?|nada|textos?|esto|hablar|contacto)\b/,
  /\b(?:de|den|da|dar|dese)(?:me|nos)? de baja\b/,
  inOrder(/\b(?:quit|sac|saqu|borr|elimin)(?:e|en|a|ar)(?:me|nos)?\b/, / (?:lista|numero|nombre|datos)\b/),
  /\bno mas (?:mensajes|llamadas|textos)\b/,
  /^(?:alto|pare|paren|basta|cancele|cancelen)(?: (?:ya|de|esto|los|las|sus|con)\b.*)?$|\bpor favor (?:pare|paren|alto)\b|\bpare(?:n)? de\b/,
];

/** May be such a request: it stops contact, and a staff member checks. */
const unclear: readonly RegExp[] = [
  /\bstop\b/,
  /\b(?:never|didnt|did not) (?:\w+ )?(?:sign up|signed up|fill|filled|ask|asked|request|requested|consent|consented|give|gave|agree|agreed|subscribe|subscribed)\b(?! (?:about|for a (?:new|second)|when|why|how))/,
  /\b(?:yo )?(?:no|nunca) (?:lo |les |los |la )?(?:(?:pedi|solicite|autorice)(?: (?:esto|eso|nada|ayuda|que|este|estos|sus?)\b|$)|di (?:mi )?(?:permiso|consentimiento|autorizacion)\b)/,
  /\b(?:who|how|where) (?:\w+ ){1,3}(?:my|this) (?:number|info|information|name|phone)\b/,
  /\b(?:this is|its|you are|youre|is) (?:a |just |pure )?(?:spam|scam|fraud|harassment|harassing)\b|^(?:spam|scam)(?:mer|mers)?$|\bscammers?\b/,
  /\b(?:report(?:ing|ed)?|sue|suing|blocking|blocked) (?:you|u|this)\b|^(?:reported|blocked)$|\b(?:my|a) lawyer will\b/,
  /\bcancel (?:my|the|our|that|this) (?:appointment|call|callback|meeting|case|claim request|consult)\b/,
  /\b(?:dont|do not|no longer) need (?:\w+ )?(?:help|it|this|assistance|service|services)\b|\bno need\b|\bwe are all set\b|\b(?:im|were|we are|i am) (?:all set|good)(?: thank\w*| ty)?$/,
  /\bno thank(?:s| you)?\b|\bnot (?:right now|at this time|today)\b/,
  /\b(?:dont|do not|no longer) (?:want|wish|care)\b|\b(?:keep|kept|keeps) (?:texting|calling|contacting|messaging|sending|emailing|bothering)\b/,
  /\byou (?:already |guys |people )?(?:called|texted|messaged|emailed) (?:me )?(?:already|twice|again|three|\d|many|so many|too)\b/,
  /\b(?:have|got|hired|retained|using) (?:an?|my|our|another) (?:own )?(?:attorney|lawyer|appraiser)\b|\bnot (?:right )?now\b|\b(?:business|work|office) (?:line|phone|number|cell)\b/,
  /^i quit$|\btoo many (?:texts|messages|calls|emails)\b/,
  /\b(?:dont|do not) (?:have|own|drive) (?:a|any|that) (?:car|vehicle|claim)\b|\b(?:was|is) not total\w*\b|\bwasnt total\w*\b|^no (?:car|claim|accident)$|^not my (?:car|claim|accident|truck)$/,
  /\b(?:changed my mind|go(?:ing)? another way|going with (?:someone|somebody) else|(?:i|we) (?:already |just )?sold (?:it|that|the)|(?:we|i) (?:have )?already settled|already (?:been )?settled|settled already)\b/,
  /\b(?:passed away|deceased|is dead|died)\b/,
];
