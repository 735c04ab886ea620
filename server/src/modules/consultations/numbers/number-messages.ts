import { defineMessages } from '#lib/languages/messages';

/** The page that asks for a number. */
export const numberWords = defineMessages(
  {
    label: 'Your US phone number, with its area code',
    button: 'Call me at this number',
    asks: 'The number that we were given for you belongs to someone else, and we no longer call it. A person from our team will call you at the one you give here. We never place automated calls.',
    close: 'If you no longer want the free consultation, close this page. We won’t call you.',
    noMore: 'No more messages or calls from us',
    asking: 'Which number may we call you at?',
    refusedTitle: 'We cannot call this number',
    refused: 'We cannot call this number.',
    another: 'Please give another US number.',
    thanksTitle: 'Thank you',
    thanks: 'Thank you, we have your number.',
    willCall:
      'A person from our team will call you. Have your insurer’s offer and valuation report ready if you have them.',
    stoppedTitle: 'You asked us to stop',
    stopped: 'You asked us to stop.',
    nobody: 'Our team won’t contact you.',
    overTitle: 'This page is no longer needed',
    over: 'This page is no longer needed.',
    nothing:
      'Nothing more happens here. If you still want help, ask the company that sent us your request to send it again.',
    unknownTitle: 'We don’t recognize this link',
    unknown: 'We don’t recognize this link.',
    openAgain: 'Please open the full link from our latest message again.',
  },
  {
    label: 'Su número de teléfono de Estados Unidos, con el código de área',
    button: 'Llámenme a este número',
    asks: 'El número que nos dieron para usted es de otra persona, y ya no llamamos a ese número. Una persona de nuestro equipo le llama al número que nos dé aquí. Nunca hacemos llamadas automáticas.',
    close: 'Si ya no quiere la consulta gratis, cierre esta página. Nadie le llama.',
    noMore: 'No quiero más mensajes ni llamadas de ustedes',
    asking: '¿A qué número podemos llamarle?',
    refusedTitle: 'No podemos llamar a este número',
    refused: 'No podemos llamar a este número.',
    another: 'Por favor, denos otro número de Estados Unidos.',
    thanksTitle: 'Gracias',
    thanks: 'Gracias, tenemos su número.',
    willCall:
      'Una persona de nuestro equipo le llamará. Tenga a mano la oferta y el informe de valuación de su aseguradora, si los tiene.',
    stoppedTitle: 'Usted nos pidió que paráramos',
    stopped: 'Usted nos pidió que paráramos.',
    nobody: 'Nadie de nuestro equipo se comunica con usted.',
    overTitle: 'Esta página ya no hace falta',
    over: 'Esta página ya no hace falta.',
    nothing:
      'Aquí no pasará nada más. Si todavía quiere ayuda, pídale a quien nos envió su solicitud que la envíe otra vez.',
    unknownTitle: 'No reconocemos este enlace',
    unknown: 'No reconocemos este enlace.',
    openAgain: 'Por favor, abra otra vez el enlace completo del mensaje más reciente.',
  },
);
