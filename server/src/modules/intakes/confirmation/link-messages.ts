import { defineMessages } from '#lib/languages/messages';

const follows =
  'If you say yes, a person from our team calls you to go through it. The consultation is free. We never place automated calls.';
const agreement =
  'With yes you also agree that we email, text and call you about this claim. You can stop at any time: tell the person who calls, or answer STOP to a text.';

/** Replaces them if there is no number for calls and texts. */
const withoutNumber = {
  follows:
    'If you say yes, a person from our team looks at your request. We have no number that we can call you at. The consultation is free. We never place automated calls.',
  agreement:
    'With yes you also agree that we email you about this claim, and call and text you once you give us a number. You can stop at any time: open the stop link in an email.',
};

const asking = {
  version: 'asking 2026-11-16',
  heading: 'Did you ask for help with your total-loss claim?',
  /** Continues after the agent's name. */
  told: 'told us that you want a free look at what your car was worth.',
  follows,
  yes: 'Yes, I want the free consultation',
  no: 'No / this was not me',
  agreement,
};

/** For a customer who got our own message about a request that was already answered with yes. */
const again = {
  version: 'again 2026-11-16',
  heading: 'Was it you who said yes?',
  told: 'told us that you want a free look at what your car was worth, and a yes to it has reached us already. Please tell us that it was yours.',
  follows,
  yes: 'Yes, that was me',
  no: 'No / this was not me',
  agreement,
};

const sigue =
  'Si dice que sí, una persona de nuestro equipo le llama para revisarlo con usted. La consulta es gratis. Nunca hacemos llamadas automáticas.';
const acuerdo =
  'Al decir que sí, también acepta que le escribamos por correo electrónico y mensaje de texto y que le llamemos por este reclamo. Puede detenerlo cuando quiera: dígaselo a la persona que llame o responda STOP a un mensaje de texto.';

const sinNumero = {
  follows:
    'Si dice que sí, una persona de nuestro equipo revisa su solicitud. No tenemos un número al que podamos llamarle. La consulta es gratis. Nunca hacemos llamadas automáticas.',
  agreement:
    'Al decir que sí, también acepta que le escribamos por correo electrónico por este reclamo, y que le llamemos y le enviemos mensajes de texto cuando nos dé un número. Puede detenerlo cuando quiera: abra el enlace para detener los mensajes en un correo electrónico.',
};

const pregunta = {
  version: 'pregunta 2026-11-16-es',
  heading: '¿Pidió ayuda con su reclamo por pérdida total?',
  told: 'nos dijo que usted quiere una revisión gratis de cuánto valía su auto.',
  follows: sigue,
  yes: 'Sí, quiero la consulta gratis',
  no: 'No / no fui yo',
  agreement: acuerdo,
};

const otraVez = {
  version: 'otra vez 2026-11-16-es',
  heading: '¿Fue usted quien dijo que sí?',
  told: 'nos dijo que usted quiere una revisión gratis de cuánto valía su auto, y ya nos llegó una respuesta que dice que sí. Por favor, díganos que esa respuesta fue suya.',
  follows: sigue,
  yes: 'Sí, fui yo',
  no: 'No / no fui yo',
  agreement: acuerdo,
};

/**
 * The text above the buttons. Changing a word needs a new version: consent records name the
 * version and the hash of the whole, and the words themselves are kept in the ledger.
 */
export const consentWords = defineMessages(
  {
    asking,
    again,
    askingWithoutNumber: { ...asking, ...withoutNumber, version: 'asking without number 2026-11-17' },
    againWithoutNumber: { ...again, ...withoutNumber, version: 'again without number 2026-11-17' },
  },
  {
    asking: pregunta,
    again: otraVez,
    askingWithoutNumber: { ...pregunta, ...sinNumero, version: 'pregunta sin número 2026-11-17-es' },
    againWithoutNumber: { ...otraVez, ...sinNumero, version: 'otra vez sin número 2026-11-17-es' },
  },
);

/** The page of a link, except for the question itself, whose words are in the ledger. */
export const linkWords = defineMessages(
  {
    confirmTitle: 'Please confirm',
    /** Where nothing that it sent is only a name. */
    someAgent: 'An agent',
    attestation: (version: string) => `Wording ${version},`,
    noMore: 'No more messages or calls from us',
    thanks: 'Thank you',
    confirmed: 'Thank you, you are confirmed.',
    relayed: 'We have your answer. Have your insurer’s offer and valuation report ready if you have them.',
    willCall:
      'A person from our team will call you. Have your insurer’s offer and valuation report ready if you have them.',
    changedMind:
      'Changed your mind? Tell the person who calls. You pay nothing unless you choose a paid service later.',
    noNumber: 'A person from our team looks at your request. We have no number that we can call you at.',
    noCost: 'You pay nothing unless you choose a paid service later.',
    overTitle: 'The consultation is over',
    over: 'The consultation is over.',
    notNeeded: 'This page is no longer needed.',
    free: 'You pay nothing for the consultation.',
    closedTitle: 'Your case is closed',
    closed: 'Your case is closed.',
    nobodyCalls: 'Nobody calls you about it any more.',
    saidNoTitle: 'You said no',
    saidNo: 'You said no, and we respect that.',
    noContact: 'Our team won’t contact you about this request.',
    helpAfterAll: 'If you would like help after all, ask the same assistant to send the request again.',
    expiredTitle: 'This link has expired',
    expired: 'This link has expired.',
    noAnswer: 'We didn’t hear back in time, so the request was closed. Nothing more will happen.',
    helpAgain: 'If you still want help, ask the same assistant to send the request again.',
    stillWanted: 'If you still want help, tell us on your page.',
    struckTitle: 'Taken off the request',
    struck: 'This number was taken off the request.',
    struckFollows: 'Nobody calls or texts it about this request.',
    stoppedTitle: 'You asked us to stop',
    stopped: 'You asked us to stop.',
    stoppedFollows: 'Our team won’t contact you.',
    unknownTitle: 'We don’t recognize this link',
    unknown: 'We don’t recognize this link.',
    openAgain: 'Please open the full link from the message again.',
    conflictYes: 'You had already said yes',
    conflictNo: 'You had already said no',
    unchanged: 'We did not change it.',
    wayCall: 'To change it now, tell the person who calls you.',
    wayStop: 'To change it now, open the stop link in our email.',
    wayAgain: 'To change it now, ask the same assistant to send the request again; nobody calls you before that.',
  },
  {
    confirmTitle: 'Por favor, confirme',
    someAgent: 'Un agente',
    attestation: (version) => `Texto ${version},`,
    noMore: 'No quiero más mensajes ni llamadas de ustedes',
    thanks: 'Gracias',
    confirmed: 'Gracias, su solicitud está confirmada.',
    relayed: 'Tenemos su respuesta. Tenga a mano la oferta y el informe de valuación de su aseguradora, si los tiene.',
    willCall:
      'Una persona de nuestro equipo le llamará. Tenga a mano la oferta y el informe de valuación de su aseguradora, si los tiene.',
    changedMind:
      '¿Cambió de opinión? Dígaselo a la persona que llame. No paga nada, a menos que después elija un servicio de pago.',
    noNumber: 'Una persona de nuestro equipo revisa su solicitud. No tenemos un número al que podamos llamarle.',
    noCost: 'No paga nada, a menos que después elija un servicio de pago.',
    overTitle: 'La consulta terminó',
    over: 'La consulta terminó.',
    notNeeded: 'Esta página ya no hace falta.',
    free: 'No paga nada por la consulta.',
    closedTitle: 'Su caso está cerrado',
    closed: 'Su caso está cerrado.',
    nobodyCalls: 'Ya nadie le llama por este caso.',
    saidNoTitle: 'Usted dijo que no',
    saidNo: 'Usted dijo que no, y lo respetamos.',
    noContact: 'Nadie de nuestro equipo se comunicará con usted por esta solicitud.',
    helpAfterAll: 'Si de todos modos quiere ayuda, pídale al mismo asistente que envíe la solicitud otra vez.',
    expiredTitle: 'Este enlace venció',
    expired: 'Este enlace venció.',
    noAnswer: 'Nadie respondió a tiempo, así que la solicitud se cerró. No pasará nada más.',
    helpAgain: 'Si todavía quiere ayuda, pídale al mismo asistente que envíe la solicitud otra vez.',
    stillWanted: 'Si todavía quiere ayuda, díganoslo en su página.',
    struckTitle: 'Número quitado de la solicitud',
    struck: 'Quitamos este número de la solicitud.',
    struckFollows: 'Nadie llama ni envía mensajes de texto a este número por esta solicitud.',
    stoppedTitle: 'Usted nos pidió que paráramos',
    stopped: 'Usted nos pidió que paráramos.',
    stoppedFollows: 'Nadie de nuestro equipo se comunica con usted.',
    unknownTitle: 'No reconocemos este enlace',
    unknown: 'No reconocemos este enlace.',
    openAgain: 'Por favor, abra otra vez el enlace completo del mensaje.',
    conflictYes: 'Usted ya había dicho que sí',
    conflictNo: 'Usted ya había dicho que no',
    unchanged: 'No lo cambiamos.',
    wayCall: 'Para cambiarlo ahora, dígaselo a la persona que le llame.',
    wayStop: 'Para cambiarlo ahora, abra el enlace para detener los mensajes en nuestro correo electrónico.',
    wayAgain:
      'Para cambiarlo ahora, pídale al mismo asistente que envíe la solicitud otra vez; nadie le llama antes de eso.',
  },
);
